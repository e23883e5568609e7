/** Answers the requests of the service in the replica's own process. */
import { Lines } from '../define/endpoint.ts';
import { problemOf } from '../http/response/problem-of.ts';
import { ReadStoreDamaged } from '../ports/read-store.ts';
import {
  type AnswerValue,
  type Asked,
  type LinesValue,
  linesLength,
  type Opening,
  type Reply,
  type Request,
  textOf,
} from './protocol.ts';
import type { Replica } from './replica.ts';

const iteratorOf = (lines: AsyncIterable<string>): AsyncIterator<string> => lines[Symbol.asyncIterator]();

/** `open` is called for the first request. */
export class Serving {
  readonly #open: (opening: Opening) => Promise<Replica>;
  readonly #fail: (error: unknown) => void;
  #replica: Promise<Replica> | undefined;
  /** The iterators of answers whose lines are being read. */
  readonly #lines = new Map<number, AsyncIterator<string>>();

  /** `fail`: called with unexpected errors. */
  constructor(open: (opening: Opening) => Promise<Replica>, fail: (error: unknown) => void) {
    this.#open = open;
    this.#fail = fail;
  }

  /** Never rejects. */
  async reply({ number, asked }: Request): Promise<Reply> {
    try {
      return { number, value: await this.#valueOf(number, asked) };
    } catch (error) {
      const problem = error instanceof ReadStoreDamaged ? undefined : problemOf(error);
      if (!problem || problem.status === 500) this.#fail(error);
      return problem ? { number, problem } : { number, lost: String(error) };
    }
  }

  async close(): Promise<void> {
    await (await this.#replica)?.close();
  }

  async #valueOf(number: number, asked: Asked): Promise<unknown> {
    switch (asked.kind) {
      case 'open':
        this.#replica = this.#open(asked);
        return (await this.#replica).isBegunFromCopy;
      case 'go':
        return (await this.#opened).goTo(asked);
      case 'advance':
        return (await this.#opened).advance(asked);
      case 'keep':
        return (await this.#opened).keep(asked.folder);
      case 'learn':
        return (await this.#opened).learn(asked.tail);
      case 'answer': {
        const { answer, charged } = await (await this.#opened).answer(asked.viewing, asked.now);
        if (answer instanceof Lines) this.#lines.set(number, iteratorOf(answer.lines(new AbortController().signal)));
        return { text: textOf(answer, number), charged } satisfies AnswerValue;
      }
      case 'steps':
        return (await this.#opened).steps(asked.limit);
      case 'client-events':
        return (await this.#opened).clientEvents(asked.queue);
      case 'export':
        this.#lines.set(number, iteratorOf((await this.#opened).exported(asked.upTo)));
        return number;
      case 'lines':
        return this.#linesOf(asked.of, asked.more);
      case 'close':
        return this.close();
    }
  }

  get #opened(): Promise<Replica> {
    if (!this.#replica) throw new Error('the replica is not open');
    return this.#replica;
  }

  async #linesOf(of: number, more: boolean): Promise<LinesValue> {
    const iterator = this.#lines.get(of);
    const lines: string[] = [];
    for (let length = 0; iterator && more && length < linesLength; ) {
      const next = await iterator.next();
      if (next.done) break;
      lines.push(next.value);
      length += next.value.length;
    }
    if (lines.length === 0) {
      this.#lines.delete(of);
      await iterator?.return?.();
    }
    return { lines };
  }
}
