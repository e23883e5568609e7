/**
 * Truncation is the `$tb` of a stream's metadata, which is the newest event of the stream `$$` + its name. It is set by an
 * append like any other, on the revision that was read, so that of two at once the lower does not undo the higher.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppendResult } from '../../ports/event-log.ts';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import type { Append } from './appending.ts';
import { readStream } from './reading.ts';
import type { StoreContext } from './store-context.ts';
import { readyEvent } from './stored-event.ts';

const Metadata = z.looseObject({ $tb: z.number().optional() });

const newest = { backward: true, limit: 1 };

/** `before` beyond the newest event counts as right behind it: what is appended later is not truncated. */
export const truncateStream = async (
  context: StoreContext,
  append: (append: Append) => Promise<AppendResult>,
  stream: string,
  before: number,
): Promise<void> => {
  for (;;) {
    const [last] = await readStream(context, stream, newest);
    // Nothing there is readable.
    if (last === undefined) return;
    const [standing] = await readStream(context, `$$${stream}`, newest);
    const metadata = Metadata.parse(standing?.data ?? {});
    const $tb = Math.min(before, last.revision + 1);
    if ((metadata.$tb ?? 0) >= $tb) return;
    const event = readyEvent({ id: randomUUID(), type: '$metadata', data: { ...metadata, $tb }, metadata: {} });
    const result = await append({
      stream: `$$${stream}`,
      events: [event],
      expected: standing === undefined ? 'none' : standing.revision,
    });
    if (result.ok) return;
    if (result.reason !== 'conflict') throw new EventLogUnavailable(`truncating ${stream}: ${result.reason}`);
  }
};
