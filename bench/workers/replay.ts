/** A start over a log that stands: folding the state from it, and building the read models from it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { serverSecret } from '../../src/cli/secret.ts';
import { readConfig } from '../../src/config.ts';
import { Follower } from '../../src/engine/follower.ts';
import { openHouse } from '../../src/main.ts';
import { emptyServer } from '../../src/state/realm-state.ts';
import { answer } from './worker.ts';

export type Replayed = { readonly events: number; readonly perSecond: number };

/** Follows the log from its beginning, as every start does, with nobody else listening. */
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

/** Starts the whole house without its read models, which it builds from the log before it answers. */
async function rebuild({ data }: { data: string }): Promise<Replayed> {
  rmSync(join(data, 'read-models'), { recursive: true, force: true });
  const config = readConfig({ VERBATIM_DATA: data, VERBATIM_PORT: '0', VERBATIM_LOG_LEVEL: 'error' });
  const began = performance.now();
  const house = await openHouse(config, await serverSecret(config, undefined), pino({ level: 'error' }));
  const elapsed = performance.now() - began;
  const { events } = house.replayed;
  await house.close();
  return { events, perSecond: (events * 1000) / elapsed };
}

const tasks = { fold, rebuild };
export type ReplayTasks = typeof tasks;
answer(tasks);
