/** The motion of a table: one step after the other, at the pace the player chose; a tap finishes all of it at once. */

import { tick } from "svelte";
import { settings } from "$lib/settings.svelte";
import { finishFlights } from "./flight";

/** How much longer than usual everything takes. */
const SLOWER = { off: 0, quick: 1, calm: 1.6 };

type Step = () => Promise<void>;

export class Stage {
  private steps: Step[] = [];
  private running: Promise<void> | undefined;
  private waiting = new Set<() => void>();
  /** Whether what is left is to be finished without moving. */
  hurried = false;

  add(step: Step): void {
    this.steps.push(step);
    this.running ??= this.run();
  }

  /** Resolves when nothing moves any more. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Forget what has not begun to move, and finish what has. */
  clear(): void {
    this.steps = [];
    this.hurry();
  }

  hurry = (): void => {
    this.hurried = this.running !== undefined;
    for (const go of this.waiting) go();
    finishFlights();
  };

  /** Wait some milliseconds of the usual pace, unless the player hurries. */
  wait(time: number): Promise<void> {
    const rest = time * SLOWER[settings.pace];
    if (this.hurried || rest <= 0) return Promise.resolve();
    return new Promise((done) => {
      const go = (): void => {
        clearTimeout(timer);
        this.waiting.delete(go);
        done();
      };
      const timer = setTimeout(go, rest);
      this.waiting.add(go);
    });
  }

  private async run(): Promise<void> {
    await tick();
    for (let step = this.steps.shift(); step; step = this.steps.shift()) await step();
    this.running = undefined;
    this.hurried = false;
  }
}
