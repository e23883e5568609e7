/** The history of a live log, which this process reads itself (`docs/decisions/0033-who-opens-the-file-of-the-log.md`). */
import { z } from 'zod';
import { recordAccess } from '../../../commands/audit/record-access.ts';
import { forAuditors } from '../../http/request/privileged.ts';
import type { StoredEvent } from '../../ports/event-log.ts';
import type { LogReader } from '../../ports/log-reader.ts';
import type { History } from '../../replay/history.ts';
import { byCommandLine, realmNamed } from '../accounts.ts';
import { defineTask, UsageError } from '../subcommand.ts';

/** The file of the log is not held open between two pages: a user may step through it for hours, while a scrub replaces it. */
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

/** The history up to a position that may increase, such as the end of the log when the access was recorded. */
export const liveHistory = (reader: LogReader, upTo: () => number): History => ({
  async *readAll(after) {
    for (let from = after; ; ) {
      const page: StoredEvent[] = [];
      for await (const event of reader.readAll(from, upTo())) if (page.push(event) === pageEvents) break;
      yield* page;
      const last = page.at(-1);
      if (!last) return;
      from = last.position;
    }
  },
});
