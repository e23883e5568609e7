/**
 * Reads the body. `koa-bodyparser` parses forms and JSON, and `@fastify/busboy` parses multipart forms. Then the strict check compares the
 * result with the bytes. The caller is authenticated first. Endpoints without authentication accept only small bodies.
 */
import bodyParser from 'koa-bodyparser';
import type { Config } from '../../config.ts';
import { limits } from '../../vocabulary/limits.ts';
import { headerBytesOf } from '../response/pipelining.ts';
import { ProblemError } from '../response/problem.ts';
import { ClientGone, tooLarge, unsupported } from './body-errors.ts';
import { jsonParameters, payloadText, readJson } from './json-body.ts';
import { readMultipart } from './multipart.ts';
import { invalid } from './parameter-errors.ts';
import type { Context, Middleware } from './request-context.ts';
import { formOf, tooManyParameters, withBlanks } from './strict.ts';
import type { HoldBytes, ReadFileForm } from './uploads.ts';

type Kind = 'form' | 'json' | 'multipart';
type Reader = {
  readonly bytesMax: number;
  readonly holdBytes: HoldBytes;
  readonly parse: (context: Context) => Promise<void>;
};

type BodyTools = {
  readonly readFileForm: ReadFileForm;
  /** Called with the number of bytes whenever more of the body arrives that stays in memory, and with those of long headers. */
  readonly holdBytes: HoldBytes;
  /**
   * Repeats the authentication after the body. A body may take a minute to arrive, and its sender may be deactivated in that time.
   */
  readonly authenticate?: Middleware;
};

export function readBody(
  { bodyBytesMax }: Pick<Config, 'bodyBytesMax'>,
  { readFileForm, holdBytes, authenticate = (_context, next) => next() }: BodyTools,
): Middleware {
  const fromKnown = readerUpTo(bodyBytesMax, holdBytes);
  const fromAnyone = readerUpTo(Math.min(bodyBytesMax, limits.anonymousBodyBytesMax), holdBytes);
  return async (context, next) => {
    const { headers } = context.req;
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    try {
      const isKnown = context.state.userId !== undefined;
      const headerBytes = headerBytesOf(context.req);
      if (headerBytes > limits.headerBytesHeldMin) holdBytes(context, headerBytes);
      if (!isEmpty) await read(context, isKnown ? fromKnown : fromAnyone, readFileForm);
      await (isKnown && !isEmpty ? authenticate(context, next) : next());
    } finally {
      await context.state.files?.first?.discard();
    }
  };
}

/** JSON is read as text. Its depth and size are checked before it is parsed. */
function readerUpTo(bytesMax: number, holdBytes: HoldBytes): Reader {
  const options = {
    enableTypes: ['form', 'text'],
    extendTypes: { text: ['application/json'] },
    formLimit: `${bytesMax}b`,
    textLimit: `${bytesMax}b`,
    // No syntax in names is interpreted: `a.b` and `a[]` are plain names.
    queryString: {
      allowDots: false,
      allowSparse: false,
      depth: 0,
      parseArrays: false,
      plainObjects: true,
      parameterLimit: limits.parametersMax,
      throwOnLimitExceeded: true,
      decoder: (text: string, decode: (text: string) => string) => decode(withBlanks(text)),
    },
  };
  const parser = bodyParser(options);
  return { bytesMax, holdBytes, parse: (context) => parser(context, async () => undefined) };
}

async function read(context: Context, reader: Reader, readFileForm: ReadFileForm): Promise<void> {
  const { state, req } = context;
  const { 'content-encoding': encoding } = req.headers;
  if (encoding !== undefined && encoding !== 'identity') throw unsupported('A compressed body is not supported');
  const takesAnyJson = state.endpoint?.body === 'json';
  const kind = takesAnyJson ? 'json' : kindOf(req.headers['content-type']);
  // Only a form or JSON could name the method of a POST (`method-override.ts`). Other bodies are not read, and the method is refused.
  if (!kind && !state.endpoint) return;
  if (!kind) throw unsupported('The body must be a form or JSON');
  if (kind === 'multipart' && state.endpoint?.file) {
    const { sent, files } = await readFileForm(context, state.endpoint.file);
    state.body = sent;
    state.files = files;
    return;
  }
  if (Number(req.headers['content-length']) > reader.bytesMax) throw tooLarge(reader.bytesMax);
  if (kind === 'multipart') {
    const holdBytes = (bytes: number): void => reader.holdBytes(context, bytes);
    state.body = await readMultipart(req, { bytesMax: reader.bytesMax, fieldBytesMax: reader.bytesMax, holdBytes });
    return;
  }
  // The parser selects the format by this header.
  req.headers['content-type'] = kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const bytes = await bytesRead(context, reader);
  const raw = String(context.request.rawBody ?? '');
  if (takesAnyJson) state.payload = readJson(bytes, payloadText(raw, state.endpoint?.payloadField));
  else state.body = kind === 'json' ? jsonParameters(bytes, raw) : formOf(bytes, raw, context.request.body);
}

/** Parses the body, and returns the received bytes. If they are not UTF-8, the text that the parser makes of them differs. */
async function bytesRead(context: Context, { parse, bytesMax, holdBytes }: Reader): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer): void => {
    chunks.push(chunk);
    holdBytes(context, chunk.length);
  };
  context.req.on('data', keep);
  try {
    await parse(context);
  } catch (error) {
    context.req.off('data', keep).resume();
    throw refusalOf(error as Partial<Readonly<{ type: string; code: string }>>, bytesMax);
  }
  return Buffer.concat(chunks);
}

/** A body without a Content-Type counts as a form. */
function kindOf(type: string | undefined): Kind | undefined {
  const [, named = ''] = /^\s*([^;\s]*)/.exec(type ?? '') ?? [];
  const kind = kinds.get(named.toLowerCase());
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw unsupported('The charset of the body must be UTF-8');
  return kind;
}

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['', 'form'],
  ['application/x-www-form-urlencoded', 'form'],
  ['application/json', 'json'],
  ['multipart/form-data', 'multipart'],
]);

/** Translates the parser's errors: `raw-body` identifies its errors by `type`, and `qs` throws a RangeError beyond its limit. */
function refusalOf(error: Partial<Readonly<{ type: string; code: string }>>, bytesMax: number): Error {
  if (error.type === 'entity.too.large') return tooLarge(bytesMax);
  if (error instanceof RangeError) return tooManyParameters();
  if (error.type === 'request.aborted' || error.code === 'ECONNRESET') return new ClientGone();
  return new ProblemError(invalid('The body could not be read'));
}
