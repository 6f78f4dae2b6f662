/** Another game that somebody asked for: whether a seat there still waits for us, and how to decline it. */

import { decline, peek } from "./api";

export class Rematch {
  /** Whether we are asked and have not answered. */
  asked = $state(false);
  private table = "";

  /** Look whether the table of a rematch waits for us; again only when it is another one. */
  async look(table: string): Promise<void> {
    if (table === this.table) return;
    this.table = table;
    // Who can't be asked now finds the way in the result.
    const frame = await peek(table).catch(() => null);
    this.asked = (frame?.reserved.length ?? 0) > 0;
  }

  async decline(): Promise<void> {
    this.asked = false;
    await decline(this.table);
  }
}
