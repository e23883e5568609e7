/** Removes the file of an export for review, because it has expired or because something in it was erased. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { isUnderWay } from '../../src/state/exports.ts';
import { ExportId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const endExport = defineCommand({
  name: 'end-export',
  /** `asOf`: the time by `conservativeClock`. */
  input: z.discriminatedUnion('cause', [
    z.object({ exportId: ExportId, cause: z.literal('expired'), asOf: z.int() }),
    z.object({ exportId: ExportId, cause: z.literal('erased') }),
  ]),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide({ exports }, input, { realmId, now }) {
    const { exportId, cause } = input;
    const known = exports.byId.get(exportId);
    if (!known || isUnderWay(known)) return accept([], {});
    if (input.cause === 'expired' && (known.expiresAt ?? 0) > Math.min(input.asOf, now)) return accept([], {});
    return acceptEvent(logStream.audit(realmId), { type: 'ExportEnded', data: { exportId, cause } });
  },
});
