/** The queue of a table's animation: steps run one after the other at the pace of the settings, until a tap skips them. */

import { tick } from "svelte";
import { settings } from "$lib/settings.svelte";
import { finishFlights } from "./flight";

/** How much longer than usual everything takes, by setting. */
const SLOWER = { off: 0, quick: 1, calm: 1.6 };

type Step = () => Promise<void>;

export class Stage {
  private steps: Step[] = [];
  private running: Promise<void> | undefined;
  private waiting = new Set<() => void>();
  /** Whether the rest of the queue is done without motion. */
  skipping = false;

  add(step: Step): void {
    this.steps.push(step);
    this.running ??= this.run();
  }

  /** Resolves when the queue is empty. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Drop the steps that have not begun, and finish those that have. */
  clear(): void {
    this.steps = [];
    this.skip();
  }

  skip = (): void => {
    this.skipping = this.running !== undefined;
    for (const go of this.waiting) go();
    finishFlights();
  };

  /** Wait some milliseconds of the usual pace, unless the animation is skipped. */
  wait(time: number): Promise<void> {
    const rest = time * SLOWER[settings.pace];
    if (this.skipping || rest <= 0) return Promise.resolve();
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
    this.skipping = false;
  }
}
