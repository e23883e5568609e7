/**
 * The history of a live log, for a replay in the calling process. The process that has the data open only reads the log, page by page, so
 * that it continues to serve. The access is recorded first.
 */
import { z } from 'zod';
import { recordAccess } from '../../../commands/audit/record-access.ts';
import { forAuditors } from '../../http/request/privileged.ts';
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import type { History } from '../../replay/history.ts';
import { byCommandLine, realmNamed } from '../accounts.ts';
import { defineTask, type Task, UsageError } from '../subcommand.ts';

/** The most characters of a page, because a reply is one line of limited length. */
const pageLength = 400_000;
const pageEvents = 1_000;

/** Records the access in each organization whose content is read. Returns the end of the log. */
export const look = defineTask({
  name: 'replay begin',
  input: z.object({
    operation: z.string(),
    parameters: z.record(z.string(), z.json()),
    realm: z.string().optional(),
    reason: z.string().optional(),
  }),
  async perform({ services, log }, { operation, parameters, realm, reason }) {
    if (reason === undefined) throw new UsageError('--reason is missing: a look at a live log is recorded');
    const { state } = services;
    const wanted = realm === undefined ? [...state.realms.keys()] : [realmNamed(services, realm)];
    if (wanted.some((realmId) => state.importing.has(realmId)))
      throw new UsageError('an import is not finished: run `verbatim import` with the same file first');
    for (const realmId of wanted)
      await services.run(
        recordAccess,
        { privilege: forAuditors, operation, parameters, reason, through: 'command line' },
        byCommandLine(realmId),
      );
    return [String(await log.tail())];
  },
});

/** The events of a page of the log. */
export const page = defineTask({
  name: 'replay page',
  input: z.object({ after: z.number(), upTo: z.number() }),
  perform: ({ log }, { after, upTo }) => pageOf(log, after, upTo),
});

async function pageOf(log: EventLog, after: number, upTo: number): Promise<string[]> {
  const events: string[] = [];
  let length = 0;
  for await (const event of log.readAll(after)) {
    if (event.position > upTo) break;
    const text = JSON.stringify(event);
    // An event that does not fit begins the next page. Every event fits as the first one of a page.
    if (events.length === pageEvents || (events.length > 0 && length + text.length > pageLength)) break;
    events.push(text);
    length += text.length;
  }
  return events;
}

/** Requests a task from the process that has the data open. */
export type Ask = (task: Task, values: Record<string, unknown>) => Promise<readonly string[]>;

/** The history up to a position that may increase, such as the end of the log when the access was recorded. */
export const liveHistory = (ask: Ask, upTo: () => number): History => ({
  async *readAll(after) {
    for (let from = after; from < upTo(); ) {
      const lines = await ask(page, { after: from, upTo: upTo() });
      if (lines.length === 0) return;
      for (const line of lines) {
        const event = JSON.parse(line) as StoredEvent;
        yield event;
        from = event.position;
      }
    }
  },
});
