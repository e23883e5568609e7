/**
 * Answers of many lines. They leave koa (`respond = false`), and are written as fast as the client reads: a line is made when the client
 * has read the lines before it. A client that reads nothing or too little for long is disconnected, because only a few such answers may be
 * open at a time. An answer that fails is cut off without its last line. A HEAD reads no line.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Breaks } from '../../define/breaks.ts';
import type { Lines } from '../../define/endpoint.ts';
import { limits } from '../../vocabulary/limits.ts';
import type { Context } from '../request/request-context.ts';
import type { PollTools } from './long-poll.ts';
import { goneSignal } from './pipelining.ts';
import { respondHeaders } from './respond.ts';

export const ndjson = 'application/x-ndjson';

const idleMs = 1000 * limits.linesIdleSecs;

/** How many more milliseconds to wait for a client to read. It has read `bytes` so far, after waits of `waitedMs` in total. */
export const readTimeLeftMs = (bytes: number, waitedMs: number): number =>
  Math.max(0, Math.min(idleMs, Math.round(idleMs + (1000 * bytes) / limits.linesBytesPerSecMin - waitedMs)));

export function respondLines(context: Context, { lines }: Lines, { logFailure }: PollTools): void {
  context.respond = false;
  respondHeaders(context, 200, ndjson);
  const { res } = context;
  if (context.method === 'HEAD') {
    res.end();
    return;
  }
  writeLines(res, lines).catch((err: unknown) => {
    logFailure(context, err, 'an answer of lines was cut off');
    res.destroy();
  });
}

/** Resolves when the client has received everything, or is disconnected. */
export async function writeLines(res: ServerResponse, lines: Lines['lines'], patience = readTimeLeftMs): Promise<void> {
  const gone = goneSignal(res);
  // A client that follows the trail may wait long for the first line.
  res.flushHeaders();
  const breaks = new Breaks();
  let bytes = 0;
  let waitedMs = 0;
  for await (const line of lines(gone)) {
    if (gone.aborted) return;
    bytes += Buffer.byteLength(line) + 1;
    if (res.write(`${line}\n`)) {
      // While the client reads as fast as lines are made, this loop awaits nothing else, so that other requests would wait.
      if (breaks.isDue) await breaks.take();
      continue;
    }
    const began = performance.now();
    const leftMs = patience(bytes, waitedMs);
    const signal = AbortSignal.any([gone, AbortSignal.timeout(leftMs)]);
    const isDrained =
      leftMs > 0 &&
      (await once(res, 'drain', { signal }).then(
        () => true,
        () => false,
      ));
    waitedMs += performance.now() - began;
    if (!isDrained) {
      res.destroy();
      return;
    }
  }
  res.end();
}
