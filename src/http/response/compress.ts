/**
 * Compresses large answers for clients that accept it. Small answers and polls go as they are: they would gain nothing, and wait. Answers
 * that hold keys are never compressed, because the length of a compressed text tells about its content (BREACH). Few are compressed at
 * the same time, on threads of Node; beyond that answers go as they are, so that compressing never makes anybody wait.
 */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { compressedCharactersMin, compressionsAtOnceMax } from '../../vocabulary/limits.ts';
import type { Context } from '../request/request-context.ts';

const gzipped = promisify(gzip);
const options = { level: constants.Z_BEST_SPEED };

/** Answers that are being compressed in this process. */
let underWay = 0;

/** To be called when the answer has been filled in. `holdsKeys`: it contains somebody's key or token. */
export function compress(context: Context, holdsKeys: boolean): Promise<void> | undefined {
  const { body } = context;
  if (typeof body !== 'string' || body.length < compressedCharactersMin || holdsKeys) return undefined;
  context.vary('Accept-Encoding');
  if (underWay >= compressionsAtOnceMax || context.method === 'HEAD' || context.status !== 200) return undefined;
  if (context.acceptsEncodings('gzip', 'identity') !== 'gzip') return undefined;
  return compressed(context, body);
}

async function compressed(context: Context, body: string): Promise<void> {
  underWay += 1;
  try {
    const bytes = await gzipped(body, options);
    const type = context.response.get('Content-Type');
    context.body = bytes;
    context.set({ 'Content-Type': type, 'Content-Encoding': 'gzip' });
  } finally {
    underWay -= 1;
  }
}
