/**
 * One POST to a bot's server or a push sink. Redirects are not followed, and a body that is too long is not read to its end. The address that was
 * checked is the one that is connected to, so that a host name cannot resolve to another address after the check.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { limits } from '../vocabulary/limits.ts';
import { isPublicAddress } from './public-address.ts';
import { ForbiddenAddress, publicLookup } from './public-lookup.ts';

export type Posted =
  /** `body`: undefined if it was longer than `bodyBytesMax`. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: Buffer | undefined }
  /** No answer; another attempt may get one. `why`: a text for people. */
  | { readonly kind: 'unreachable'; readonly why: string }
  /** The URL leads to an address that is not public. */
  | { readonly kind: 'forbidden' };

export type Post = {
  readonly url: string;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly toPrivateAddresses: boolean;
};

/** Rejects only if `signal` is aborted, and never because of what the server does. */
export type SendPost = (post: Post, signal: AbortSignal) => Promise<Posted>;

export const postJson =
  (
    bounds: { readonly answerMsMax: number; readonly bodyBytesMax: number } = {
      // Includes resolving the name and reading the body.
      answerMsMax: limits.botAnswerMsMax,
      bodyBytesMax: limits.botAnswerBytesMax,
    },
  ): SendPost =>
  async (post, signal) => {
    signal.throwIfAborted();
    const url = new URL(post.url);
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (!post.toPrivateAddresses && isIP(literal) !== 0 && !isPublicAddress(literal)) return { kind: 'forbidden' };
    const deadline = AbortSignal.timeout(bounds.answerMsMax);
    try {
      return await exchange(url, post, AbortSignal.any([signal, deadline]), bounds.bodyBytesMax);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ForbiddenAddress) return { kind: 'forbidden' };
      if (deadline.aborted) return { kind: 'unreachable', why: `no answer within ${bounds.answerMsMax / 1000} s` };
      return { kind: 'unreachable', why: reasonOf(error) };
    }
  };

async function exchange(url: URL, post: Post, stop: AbortSignal, bytesMax: number): Promise<Posted> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = start(url, {
    method: 'POST',
    headers: { ...post.headers, 'Content-Length': Buffer.byteLength(post.body) },
    // A new connection for each call: a kept one may have been opened before an address was forbidden, and would keep the process alive.
    agent: false,
    ...(post.toPrivateAddresses ? {} : { lookup: publicLookup() }),
  });
  const abandon = (): unknown => request.destroy(new Error('abandoned'));
  stop.addEventListener('abort', abandon, { once: true });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      // The listener stays, because reading the answer may fail too.
      request.on('error', reject);
      // An answer that switches to another protocol ends the connection without a response and without an error.
      request.once('close', () => reject(new Error('no answer')));
      let interim = 0;
      // Any number of answers with a status below 200 may precede the answer.
      request.on('information', () => {
        interim += 1;
        if (interim <= limits.interimAnswersMax) return;
        reject(new Error('too many interim answers'));
        request.destroy();
      });
      request.end(post.body);
    });
    return { kind: 'answered', status: response.statusCode ?? 0, body: await bodyOf(response, bytesMax) };
  } finally {
    stop.removeEventListener('abort', abandon);
    request.destroy();
  }
}

async function bodyOf(response: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The error's code, `ECONNREFUSED` for example, or else its message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
