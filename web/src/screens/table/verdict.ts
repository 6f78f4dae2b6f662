/** The verdict on a finished game: a title, some lines, and whether to celebrate. */

import type { Ending } from "$lib/board";
import { ahead, type Course } from "$lib/course";
import { say } from "$lib/language.svelte";
import type { GameEvent, View } from "$lib/protocol";
import type { Words } from "$lib/words";

export interface Verdict {
  title: string;
  lines: string[];
  glad: boolean;
}

interface Result {
  view: View;
  names: string[];
  /** The viewer's seats. */
  mine: number[];
  /** The events of the last decision. */
  events: GameEvent[];
  describe: (event: GameEvent) => string;
  words: Words;
  ending: Ending;
  course: Course | null;
  /** The number of games of which this is the viewer's best result. */
  bestOf: number | null;
}

/** A defeat is close if it misses at most this share of the winner's points. */
const CLOSE = 0.05;

export function verdict({ view, names, mine, events, describe, words, ending, course, bestOf }: Result): Verdict {
  const why = events.filter(({ event }) => ending.why.includes(event)).map(describe);
  const best = bestOf === null ? [] : [say("final.best_so_far", { count: bestOf })];
  const scores = view.scores.map((points) => points ?? 0);
  if (view.seats === 1) {
    return { title: words.say("points", { count: scores[0] }), lines: [...best, ...why], glad: ending.alone?.(view) ?? true };
  }
  const winners = names.map((_, seat) => seat).filter((seat) => view.ranking?.[seat] === 1);
  const [winner] = winners;
  const [first, second] = [...scores].sort((a, b) => b - a);
  const how = first > second ? say("final.margin", { count: first - second }) : events.length ? describe(events.at(-1)!) : "";
  // With several seats on one screen, or none, nobody is "you".
  const me = mine.length === 1 ? mine[0] : null;
  if (winners.length > 1) return { title: say("final.shared"), lines: [how, ...why], glad: me === null || winners.includes(me) };
  if (me === winner) return { title: say("final.you_won"), lines: [how, ...best, ...why], glad: true };
  const title = say("final.player_won", { player: names[winner] });
  if (me === null) return { title, lines: [how, ...why], glad: true };
  return { title, lines: [best[0] ?? consolation(scores, winner, me, course), ...(first > second ? [] : [how]), ...why], glad: false };
}

function consolation(scores: number[], winner: number, me: number, course: Course | null): string {
  const short = scores[winner] - scores[me];
  if (short > 0 && short <= Math.max(2, CLOSE * scores[winner])) return say("final.close", { count: short });
  const best = course?.best.map((turn) => turn?.points ?? 0);
  if (best && best.every((points, seat) => seat === me || points < best[me])) return say("final.best_yours");
  if (course && ahead(course, me) > 0.4) return say("final.led");
  return say("final.consoled");
}
