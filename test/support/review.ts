/** An export for review of past events: the files in its archive. */
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { checkpointText } from '../../src/ledger/checkpoint.ts';
import { sha256 } from '../../src/ledger/hashing.ts';
import { signedNote } from '../../src/ledger/signed-note.ts';
import type { StoredEvent } from '../../src/ports/event-log.ts';
import { type Review, type Reviewed, reviewed } from '../../src/review/review.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { everything } from './export-writes.ts';
import { type Given, happened, realmId, recorded, registered } from './given.ts';
import { testKeys } from './sealed.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { zipEntries } from './zip-entries.ts';

export const origin = 'chat.example.com/audit/test';

/** The log that has these events, and a batch that seals them all; then `later`. */
export function sealedLog(past: readonly Given[], later: readonly Given[] = []): StoredEvent[] {
  const all = [registered, ...past];
  const entries = recorded(all).map(({ id }) => [id, 'hash'] as [typeof id, string]);
  const text = checkpointText({ origin, size: entries.length, root: sha256('root') });
  const checkpoint = signedNote(text, [{ name: origin, privateKey: testKeys.current }]);
  const sealed = { size: entries.length, entries, subtrees: [], tiles: [], checkpoint };
  const seal = happened(logStream.ledger(realmId), 'LedgerSealed', sealed);
  return recorded([...all, seal, ...later]).map(asStored);
}

const asStored = ({ id, type, stream, revision, position, data, metadata }: Recorded): StoredEvent => ({
  id,
  type,
  stream,
  revision,
  position,
  data,
  metadata,
});

export const readAllOf = (log: readonly StoredEvent[]) =>
  async function* (after: number): AsyncGenerator<StoredEvent> {
    for (const event of log) if (event.position > after) yield event;
  };

export type InArchive = Reviewed & { readonly bytes: Buffer; readonly entries: Map<string, Buffer> };

/** All of a log that has been read before. */
export const orderedOf = (log: readonly StoredEvent[], more: Partial<Review> = {}): Review => ({
  readAll: readAllOf(log),
  realmId,
  bound: { kind: 'time', at: Number.MAX_SAFE_INTEGER },
  scope: everything,
  format: 'ndjson',
  path: join(temporaryFolder(), 'sorted'),
  ...more,
});

/** What is asked for, in a log that has been read before. */
export async function reviewOf(log: readonly StoredEvent[], more: Partial<Review> = {}): Promise<InArchive> {
  let bytes = Buffer.alloc(0);
  const made = await reviewed(orderedOf(log, more), async (stream) => {
    bytes = await buffer(stream);
  });
  return { ...made, bytes, entries: await zipEntries(bytes) };
}
