/**
 * Verifies the ledger of the first organization against its log, as `verbatim verify` does: from the compiled program, because its further
 * threads do not start from TypeScript here.
 */
import { join } from 'node:path';
import type * as LogToVerify from '../../src/adapters/lmdb/log-to-verify.ts';
import type * as Verification from '../../src/audit/verification.ts';
import { answer } from './worker.ts';

const compiled = new URL('../../dist/program/src/', import.meta.url);
const imported = async <T>(path: string): Promise<T> => (await import(new URL(path, compiled).href)) as T;
const { openLmdbLogToVerify } = await imported<typeof LogToVerify>('adapters/lmdb/log-to-verify.js');
const { verifyLedger } = await imported<typeof Verification>('audit/verification.js');

type Verified = { readonly events: number; readonly perSecond: number };

async function verify({ data }: { data: string }): Promise<Verified> {
  const log = await openLmdbLogToVerify(join(data, 'log'), (open) => open(false));
  const order = { realmId: 1, kept: [], from: 0, found: () => undefined, progress: () => undefined, now: Date.now };
  const began = performance.now();
  const { events, exit } = await verifyLedger(log, order);
  const elapsed = performance.now() - began;
  await log.close();
  if (exit !== 0) throw new Error(`verification ended with ${exit}`);
  return { events, perSecond: (events * 1000) / elapsed };
}

const tasks = { verify };
export type VerifyTasks = typeof tasks;
answer(tasks);
