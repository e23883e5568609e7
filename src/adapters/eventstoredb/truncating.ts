/**
 * Truncation sets `$tb` in a stream's metadata, which are the newest event of the stream `$$` + its name. The metadata are appended like
 * any other event, at the revision that was read, so that of two concurrent truncations the lower one does not undo the higher one. (The
 * client's `setStreamMetadata` takes an expected revision, but its `getStreamMetadata` does not return one.)
 */
import { randomUUID } from 'node:crypto';
import { metastreamOf } from '@eventstore/db-client';
import { z } from 'zod';
import type { AppendResult } from '../../ports/event-log.ts';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import type { Append } from './appending.ts';
import { readStream } from './reading.ts';
import type { StoreContext } from './store-context.ts';
import { prepareEvent } from './stored-event.ts';

const Metadata = z.looseObject({ $tb: z.number().optional() });

const newest = { backward: true, limit: 1 };

/**
 * If `before` is beyond the newest event, that event's revision + 1 is used instead, so that events that are appended later are not
 * truncated.
 */
export const truncateStream = async (
  context: StoreContext,
  append: (append: Append) => Promise<AppendResult>,
  stream: string,
  before: number,
): Promise<void> => {
  const metastream = metastreamOf(stream);
  for (;;) {
    const [last] = await readStream(context, stream, newest);
    // The stream has no readable event.
    if (last === undefined) return;
    const [current] = await readStream(context, metastream, newest);
    const metadata = Metadata.parse(current?.data ?? {});
    const $tb = Math.min(before, last.revision + 1);
    if ((metadata.$tb ?? 0) >= $tb) return;
    const event = prepareEvent({ id: randomUUID(), type: '$metadata', data: { ...metadata, $tb }, metadata: {} });
    const result = await append({
      stream: metastream,
      events: [event],
      expected: current === undefined ? 'none' : current.revision,
    });
    if (result.ok) return;
    if (result.reason !== 'conflict') throw new EventLogUnavailable(`truncating ${stream}: ${result.reason}`);
  }
};
