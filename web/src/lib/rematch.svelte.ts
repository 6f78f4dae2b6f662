/** A rematch that another player asked for: whether a seat is reserved for us, and how to decline it. */

import { decline, peek } from "./api";

export class Rematch {
  /** Whether we are asked and have not answered. */
  asked = $state(false);
  private table = "";

  /** Check whether the table of a rematch has a seat for us, once for each table. */
  async check(table: string): Promise<void> {
    if (table === this.table) return;
    this.table = table;
    // Without an answer, the result screen still links to the table.
    const frame = await peek(table).catch(() => null);
    this.asked = (frame?.reserved.length ?? 0) > 0;
  }

  async decline(): Promise<void> {
    this.asked = false;
    await decline(this.table);
  }
}
