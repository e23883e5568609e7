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

/** An answer of lines until the service ends it. `gone` informs the endpoint that it has ended, even if none of it was read. */
type Reading = { readonly iterator: AsyncIterator<string>; readonly gone: AbortController };

/** `open` is called for the first request. */
export class Serving {
  readonly #open: (opening: Opening) => Promise<Replica>;
  readonly #fail: (error: unknown) => void;
  #replica: Promise<Replica> | undefined;
  readonly #readings = new Map<number, Reading>();

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
      case 'call':
        return (await this.#opened)[asked.method](asked.argument as never);
      case 'answer': {
        const gone = new AbortController();
        const { answer, charged } = await (await this.#opened).answer(asked.viewing, asked.now, gone.signal);
        if (answer instanceof Lines) this.#begin(number, answer.lines(gone.signal), gone);
        return { text: textOf(answer, number), charged } satisfies AnswerValue;
      }
      case 'export':
        this.#begin(number, (await this.#opened).exported(asked.upTo));
        return number;
      case 'lines':
        return asked.more ? this.#linesOf(asked.of) : this.#end(asked.of);
      case 'close':
        return this.close();
    }
  }

  get #opened(): Promise<Replica> {
    if (!this.#replica) throw new Error('the replica is not open');
    return this.#replica;
  }

  #begin(number: number, lines: AsyncIterable<string>, gone = new AbortController()): void {
    this.#readings.set(number, { iterator: lines[Symbol.asyncIterator](), gone });
  }

  async #linesOf(of: number): Promise<LinesValue> {
    const lines: string[] = [];
    for (let length = 0; length < linesLength; ) {
      const next = await this.#readings.get(of)?.iterator.next();
      if (!next || next.done) break;
      lines.push(next.value);
      length += next.value.length;
    }
    return { lines };
  }

  async #end(of: number): Promise<LinesValue> {
    const reading = this.#readings.get(of);
    this.#readings.delete(of);
    reading?.gone.abort();
    await reading?.iterator.return?.();
    return { lines: [] };
  }
}
