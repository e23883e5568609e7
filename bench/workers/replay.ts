/** A start over an existing log: folds the state from it. */
import { join } from 'node:path';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { Follower } from '../../src/engine/follow/follower.ts';
import { emptyServer } from '../../src/state/realm-state.ts';
import { answer } from './worker.ts';

type Replayed = { readonly events: number; readonly perSecond: number };

/** Follows the log from its beginning, as every start does, without listeners. */
async function fold({ data }: { data: string }): Promise<Replayed> {
  const log = await openLmdbEventLog(join(data, 'log'));
  const follower = new Follower(log, emptyServer(), [], Number.MAX_SAFE_INTEGER);
  const began = performance.now();
  await follower.start();
  const elapsed = performance.now() - began;
  await follower.stop();
  await log.close();
  return { events: follower.folded, perSecond: (follower.folded * 1000) / elapsed };
}

const tasks = { fold };
export type ReplayTasks = typeof tasks;
answer(tasks);
