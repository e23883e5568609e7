/**
 * The answer to a long poll. It leaves koa (`respond = false`), whose steps end while the client waits, and is written directly to the
 * response.
 */
import type { Answer, LongPoll, Reply } from '../../define/endpoint.ts';
import type { RefusedSince } from '../request/refused-since.ts';
import type { Context } from '../request/request-context.ts';
import { bodyOf } from './body.ts';
import { respondThrown } from './errors.ts';
import type { LogFailure } from './failures.ts';
import { respondHeaders } from './respond.ts';
import type { WriteBackpressure } from './write-backpressure.ts';

export type PollTools = { readonly logFailure: LogFailure; readonly backpressure: WriteBackpressure };

/** Resolves once the poll waits or has its answer. A caller who has lost access in the meantime gets that refusal instead of the answer. */
export async function beginLongPoll(
  context: Context,
  { begin }: LongPoll,
  refused: RefusedSince,
  tools: PollTools,
): Promise<void> {
  context.respond = false;
  const reply = new PollReply(context, refused, tools);
  try {
    await begin(reply);
  } catch (error) {
    reply.fail(error);
  }
}

class PollReply implements Reply {
  readonly #context: Context;
  readonly #refused: RefusedSince;
  readonly #tools: PollTools;
  #isOver = false;

  constructor(context: Context, refused: RefusedSince, tools: PollTools) {
    this.#context = context;
    this.#refused = refused;
    this.#tools = tools;
  }

  get gone(): boolean {
    return this.#context.res.destroyed || this.#context.req.socket.destroyed;
  }

  answer(answer: Answer): void {
    this.#finish(() => {
      // Node writes a text together with the headers. A buffer would be written separately.
      const body = bodyOf(answer);
      respondHeaders(this.#context, 200);
      this.#context.response.length = Buffer.byteLength(body);
      return body;
    });
  }

  fail(thrown: unknown): void {
    this.#finish(() => this.#fillWith(thrown));
  }

  whenGone(leave: () => void): void {
    this.#context.res.once('close', () => {
      if (this.#isOver) return;
      this.#isOver = true;
      leave();
    });
  }

  #finish(fill: () => string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.gone) return;
    const { res } = this.#context;
    const refusal = this.#refused();
    res.end(refusal ? this.#fillWith(refusal) : fill());
    this.#tools.backpressure.written(res);
  }

  #fillWith(thrown: unknown): string {
    respondThrown(this.#context, thrown, this.#tools.logFailure);
    return String(this.#context.body);
  }
}
