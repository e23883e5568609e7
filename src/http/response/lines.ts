/**
 * Answers of many lines. They leave koa (`respond = false`) and are written as fast as the client reads: what it has not read yet is not
 * made yet. A client that reads nothing for long is disconnected. An answer that fails on the way is cut, without the line that would end it.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Lines } from '../../define/endpoint.ts';
import type { Context } from '../request/request-context.ts';
import { logFacts } from '../request/request-context.ts';
import type { PollTools } from './long-poll.ts';
import { onClose } from './pipelining.ts';
import { respondHeaders } from './respond.ts';

export const ndjson = 'application/x-ndjson';

/** Milliseconds in which a client must read something. */
const patienceMs = 60_000;

/** Begins to write. */
export function respondLines(context: Context, { lines }: Lines, { logger }: PollTools): void {
  context.respond = false;
  respondHeaders(context, 200, ndjson);
  const { res } = context;
  (context.method === 'HEAD' ? ended(res, lines) : written(res, lines)).catch((err: unknown) => {
    logger.error({ err, ...logFacts(context) }, 'an answer of lines was cut');
    res.destroy();
  });
}

/** A HEAD: what the lines hold open is released. */
async function ended(res: ServerResponse, lines: Lines['lines']): Promise<void> {
  for await (const _ of lines(AbortSignal.abort())) break;
  res.end();
}

async function written(res: ServerResponse, lines: Lines['lines']): Promise<void> {
  const gone = new AbortController();
  onClose(res, () => gone.abort());
  // Who follows may wait long for the first line.
  res.flushHeaders();
  for await (const line of lines(gone.signal)) {
    if (gone.signal.aborted) return;
    if (res.write(`${line}\n`)) continue;
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(patienceMs)]);
    const drained = await once(res, 'drain', { signal }).then(
      () => true,
      () => false,
    );
    if (!drained) {
      res.destroy();
      return;
    }
  }
  res.end();
}
