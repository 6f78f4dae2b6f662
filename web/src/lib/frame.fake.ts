import type { Frame, Seat } from "./protocol";

/** A frame of a game without secrets as seat 0 of seats 0 and 1 sees the beginning, but for what is said to be different. */
export const frame = (different: Partial<Frame>): Frame => ({
  type: "frame", table: "t1", game: "pearls", opener: true, seq: 1, ply: 0, seat: 0, mine: [0, 1], private: false, seats: [], status: "playing",
  since: 0, steps: [], view: null, chat: [], commitment: "", asking: null, deadline: null, rematch: null, proof: null,
  back_to: null, reserved: [], setup: null, notices: [], ...different,
}); // prettier-ignore

/** The seat of a person who is there. */
export const person = (name: string): Seat => ({ kind: "person", name, left: false, stand_in: false, reserved: false, practice: false });
