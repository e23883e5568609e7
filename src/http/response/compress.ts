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

/** Whether the answer that has been filled in is worth compressing. */
export const isLarge = ({ body }: Context): boolean =>
  (typeof body === 'string' || Buffer.isBuffer(body)) && body.length >= compressedCharactersMin;

/** Compresses the answer if the client accepts it, and not too many are being compressed. */
export async function compress(context: Context): Promise<void> {
  context.vary('Accept-Encoding');
  if (underWay >= compressionsAtOnceMax || context.method === 'HEAD' || context.status !== 200) return;
  if (context.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
  underWay += 1;
  try {
    const type = context.response.get('Content-Type');
    context.body = await gzipped(context.body as string | Buffer, options);
    context.set({ 'Content-Type': type, 'Content-Encoding': 'gzip' });
  } finally {
    underWay -= 1;
  }
}
