/** Makes an export readable as a log. Reads by position use the file. Reads by log stream use a store that is filled first. */
import type { ReadModel } from '../define/projection.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import type { LogReader } from '../ports/log-reader.ts';
import type { ReadStore, Write } from '../ports/read-store.ts';
import { exportedHistory } from '../replay/exported-history.ts';

const events: ReadModel<StoredEvent> = { name: 'events', indexes: { byStream: ['stream', 'revision'] } };

/** How many events are stored in one write. */
const batchMax = 1_000;
const holder = 'an export';
const leaseMs = 2 ** 40;

/**
 * `store`: an empty store, which is closed with the log. `progress`: called now and then with the number of events. Throws MoveRefused if the
 * file was changed or cut off.
 */
export async function openExportedLog(
  path: string,
  store: ReadStore,
  progress: (events: number) => void = () => undefined,
): Promise<LogReader> {
  const history = exportedHistory(path);
  await store.open([events]);
  const lease = await store.takeLease(holder, leaseMs);
  if (!lease) throw new Error('the store of an export is used by another process');
  let batch: Write[] = [];
  for await (const event of history.readAll(0)) {
    batch.push({ model: events.name, op: 'put', id: String(event.position), document: event });
    if (batch.length < batchMax) continue;
    await store.commit(batch, undefined, lease);
    progress(event.position);
    batch = [];
  }
  await store.commit(batch, undefined, lease);
  return {
    async *readAll(after, upTo) {
      if (after >= upTo) return;
      for await (const event of history.readAll(after)) {
        if (event.position > upTo) return;
        yield event;
      }
    },
    readStream: (stream, { from, limit }) =>
      store.snapshot((view) => view.scan(events, 'byStream', { prefix: [stream], from, limit })),
    close: () => store.close(),
  };
}
