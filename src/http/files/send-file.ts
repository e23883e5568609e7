/** Answers with the bytes of a file, under headers that keep browsers from running anything in it. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../ports/file-store.ts';
import type { Context } from '../request/request-context.ts';
import { ProblemError } from '../response/problem.ts';
import { notFound } from '../response/problem-of.ts';
import { namesTag } from '../response/respond.ts';
import { shownInline } from './file-type.ts';
import type { Transfers } from './transfers.ts';
import { verifiedStream } from './verified-stream.ts';

type File = {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  /** True if everybody with the address may read the file, which never changes. Otherwise each request is checked. */
  readonly immutable?: boolean;
};

/** Forbids the file to run or load anything, even if a browser shows it as a page. */
const policy = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** Undefined if the store has no such bytes. */
type Open = (range?: ByteRange) => Promise<Readable | undefined>;

/** `limitTime` disconnects the client when it has read nothing for long. */
export type Sending = { readonly transfers: Transfers; readonly limitTime: (response: ServerResponse) => void };

/** Throws a 404 if the store has no such bytes. A whole file whose bytes were changed is cut off; of a range only the length is compared. */
export async function sendFile(
  context: Context,
  { transfers, limitTime }: Sending,
  open: Open,
  file: File,
): Promise<void> {
  const { response, req, method } = context;
  const tag = `"${file.sha256}"`;
  context.set({
    'Content-Type': file.type,
    'Content-Disposition': disposition(file),
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    // `no-cache`: each request is checked again, and answered with 304 if the bytes are the same.
    'Cache-Control': file.immutable ? 'private, max-age=86400' : 'private, no-cache',
    ETag: tag,
  });
  if (namesTag(req.headers['if-none-match'], tag)) {
    response.status = 304;
    return;
  }
  // If-Range names the bytes of which the client has the beginning. If the file has other bytes, the client needs all of them.
  const { range: asked, 'if-range': ofBytes = tag } = req.headers;
  const range = ofBytes === tag ? rangeOf(asked, file.size) : undefined;
  if (range === 'unsatisfiable') {
    context.set('Content-Range', `bytes */${file.size}`);
    response.status = 416;
    response.body = '';
    return;
  }
  response.status = range ? 206 : 200;
  if (range) context.set('Content-Range', `bytes ${range.from}-${range.to}/${file.size}`);
  response.length = range ? range.to - range.from + 1 : file.size;
  if (method === 'HEAD') return;
  const body = await transfers.begin(context, () => open(range));
  if (!body) throw new ProblemError(notFound);
  const { length } = response;
  response.body = verifiedStream(body, { size: length, sha256: file.sha256 }, !range);
  // Koa drops both headers when the body is set to a stream.
  context.set('Content-Type', file.type);
  response.length = length;
  limitTime(context.res);
}

function disposition({ name, type }: File): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const how = shownInline.has(type) ? 'inline' : 'attachment';
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A single range. Several ranges, and other units, are answered with the whole file. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from > to ? 'unsatisfiable' : { from, to };
}
