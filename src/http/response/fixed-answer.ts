/**
 * Text answers that their handler has frozen are the same for every caller. They are encoded, hashed and compressed once, because callers
 * without a key, whose requests nothing limits, may ask for them.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer, TextAnswer } from '../../define/endpoint.ts';
import type { Context } from '../request/request-context.ts';
import { acceptedEncoding } from './compress.ts';
import { namesTag, respond } from './respond.ts';

type Prepared = { readonly plain: Buffer; readonly zipped: Buffer; readonly tag: string };

const gzipped = promisify(gzip);
const known = new WeakMap<TextAnswer, Promise<Prepared>>();

export const isFixed = (answer: Answer): answer is TextAnswer =>
  typeof answer.body === 'string' && Object.isFrozen(answer);

/** Answers with an ETag, or with 304 and no body if If-None-Match names it. */
export async function respondFixed(context: Context, answer: TextAnswer): Promise<void> {
  const preparing = known.get(answer) ?? prepared(answer);
  known.set(answer, preparing);
  const { plain, zipped, tag } = await preparing;
  respond(context, 200, plain);
  context.vary('Accept-Encoding');
  context.set('ETag', `W/${tag}`);
  if (namesTag(context.headers['if-none-match'], tag)) context.status = 304;
  else if (acceptedEncoding(context, ['gzip', 'identity']) === 'gzip') {
    context.response.body = zipped;
    context.set('Content-Encoding', 'gzip');
  }
}

async function prepared({ body }: TextAnswer): Promise<Prepared> {
  const plain = Buffer.from(body);
  return { plain, zipped: await gzipped(plain), tag: `"${hash('sha1', plain, 'base64url')}"` };
}
