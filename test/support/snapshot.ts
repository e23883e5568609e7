/** Folders with a snapshot of the state, and what tests change in it. */
import { join } from 'node:path';
import { sendMessage } from '../../commands/message/send-message.ts';
import { openLmdbReadStore } from '../../src/adapters/lmdb/read-store.ts';
import { type Head, headId, snapshotHead, snapshotParts } from '../../src/engine/snapshot/documents.ts';
import type { Write } from '../../src/ports/read-store.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { appendEvents, engineIn, type TestEngine } from './engine.ts';
import { type Given, realmId, registered } from './given.ts';
import * as past from './past-events.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const beginning: readonly Given[] = [
  registered,
  past.founded(),
  ...past.newUser(1),
  past.opened(1, 'general', [1]),
];
export const often = { snapshotEvery: 1 };

export const say = async ({ engine }: TestEngine, content: string): Promise<number> => {
  const to = { kind: 'channel', channel: 'general', topic: 'hello' } as const;
  const order = { realmId, actor: UserId.parse(1), client: 'test', requestId: 'r' };
  const done = await engine.executor.execute(sendMessage, { to, content }, order);
  if (!done.ok) throw new Error(done.refusal.code);
  return done.result.messageId;
};

/** A folder with three messages in the log, and a snapshot as of the second or third in the read store. */
export async function folderWithSnapshot(): Promise<string> {
  const folder = temporaryFolder();
  const before = await engineIn(folder, often);
  await appendEvents(before.log, beginning);
  await before.engine.follower.catchUp();
  for (const words of ['one', 'two', 'three']) await say(before, words);
  await before.close();
  return folder;
}

/** Changes the documents of the snapshot in the read store. */
export async function tamper(folder: string, how: (head: Head, put: (id: string, document?: object) => void) => void) {
  const store = await openLmdbReadStore(join(folder, 'read-models'));
  // Opened with this model only, the store would drop the others.
  const models = (await engineModels()).map(({ name, indexes }) => ({ name, indexes }));
  await store.open(models);
  const head = await store.snapshot((view) => view.get(snapshotHead, headId));
  if (!head) throw new Error('there is no snapshot');
  const writes: Write[] = [];
  const model = snapshotParts.name;
  how(head, (id, document) => writes.push(document ? { model, op: 'put', id, document } : { model, op: 'remove', id }));
  const lease = await store.takeLease('test', 60_000);
  if (!lease) throw new Error('no lease');
  await store.commit(writes, undefined, lease);
  await store.close();
}

async function engineModels() {
  const [{ projections }, { feedModel }] = await Promise.all([
    import('../../projections/index.ts'),
    import('../../src/feed/model.ts'),
  ]);
  return [...projections, feedModel, snapshotParts];
}
