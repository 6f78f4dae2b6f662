/** Commands whose refusal is an error. */

import { CommandRefused, reason } from "$lib/refusal";
import type { Command } from "$lib/socket";
import type { Table } from "$lib/table.svelte";

/** Send a command and wait until it is carried out; a refusal is thrown with its reason. */
export async function done(table: Table, command: Command): Promise<void> {
  const answer = await table.send(command);
  if (!answer.ok) throw new CommandRefused(reason(answer, table.frame?.game ?? ""));
}
