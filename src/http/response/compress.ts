/**
 * Compresses large answers for clients that accept it. Small answers and polls are not compressed, because they would gain nothing and
 * would wait. Answers that contain keys are never compressed, because the length of a compressed text reveals something about its content
 * (BREACH). Only a few answers are compressed at a time, on threads of Node. Further ones are sent uncompressed, so that no answer waits
 * for another.
 */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { limits } from '../../vocabulary/limits.ts';
import type { Context } from '../request/request-context.ts';

const gzipped = promisify(gzip);
const options = { level: constants.Z_BEST_SPEED };

/** The number of answers that this process is compressing. */
let underWay = 0;

/** Whether the completed answer is worth compressing. */
export const isLarge = ({ body }: Context): boolean =>
  (typeof body === 'string' || Buffer.isBuffer(body)) && body.length >= limits.compressedCharactersMin;

/** Compresses the answer if the client accepts that, unless too many answers are being compressed. */
export async function compress(context: Context): Promise<void> {
  context.vary('Accept-Encoding');
  if (underWay >= limits.compressionsAtOnceMax || context.method === 'HEAD' || context.status !== 200) return;
  if (acceptedEncoding(context, ['gzip', 'identity']) !== 'gzip') return;
  underWay += 1;
  try {
    const type = context.response.get('Content-Type');
    context.body = await gzipped(context.body as string | Buffer, options);
    context.set({ 'Content-Type': type, 'Content-Encoding': 'gzip' });
  } finally {
    underWay -= 1;
  }
}

type Asking = Pick<Context, 'acceptsEncodings'> & { readonly req: Pick<Context['req'], 'headers'> };

/**
 * The encoding that the client prefers: one of those that are offered, or `identity`. Long headers are ignored, because every encoding in
 * the header is compared with every offered one.
 */
export function acceptedEncoding(context: Asking, offered: readonly string[]): string {
  const { 'accept-encoding': header = '' } = context.req.headers;
  return (header.length <= limits.acceptEncodingLengthMax && context.acceptsEncodings([...offered])) || 'identity';
}
