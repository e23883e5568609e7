/** The service's handle of a replica in another process. */
import type { Lines } from '../define/endpoint.ts';
import type { PastAnswer } from '../http/past/pasts.ts';
import type { Viewing } from '../http/past/viewed.ts';
import { ProblemError } from '../http/response/problem.ts';
import { ReadStoreUnavailable } from '../ports/read-store.ts';
import type { Millis } from '../vocabulary/ids.ts';
import {
  type AnswerValue,
  type Asked,
  answerOf,
  type Called,
  type LinesValue,
  linesFrom,
  type Opening,
  type Reply,
  type Request,
} from './protocol.ts';

/** Carries requests to a replica. If the replica ends, all its pending requests are lost. */
export type Channel = {
  send(request: Request): void;
  onReply(listener: (reply: Reply) => void): void;
  readonly ended: Promise<void>;
  /** Ends the replica at once. */
  end(): void;
};

/** The replica ended before it answered: it ran out of memory, or all replicas are being closed. */
export class ReplicaLost extends ReadStoreUnavailable {
  override name = 'ReplicaLost';
}

type Pending = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

/** A replica that has not ended and removed its files within this many milliseconds is killed. */
const closeWithinMs = 5_000;

export class ReplicaHandle {
  readonly #channel: Channel;
  readonly #onCopy: (isUsed: boolean) => void;
  readonly #pending = new Map<number, Pending>();
  #number = 0;
  #isOver = false;
  readonly ended: Promise<void>;

  /** `onCopy`: called when the replica is open, with whether it began at the given copy. It is false for a damaged copy, too. */
  constructor(channel: Channel, opening: Opening, onCopy: (isUsed: boolean) => void = () => undefined) {
    this.#channel = channel;
    this.#onCopy = onCopy;
    channel.onReply((reply) => this.#settle(reply));
    this.ended = channel.ended.then(() => {
      this.#isOver = true;
      for (const { reject } of this.#pending.values()) reject(new ReplicaLost('the past was closed'));
      this.#pending.clear();
    });
    // The first `goTo` reports this failure, too.
    this.#ask({ kind: 'open', ...opening })
      .then((isBegun) => onCopy(isBegun === true))
      .catch((error: unknown) => {
        if (error instanceof ProblemError) onCopy(false);
        channel.end();
      });
  }

  /** Calls a method of the replica. */
  call<M extends keyof Called>(method: M, argument: Parameters<Called[M]>[0]): ReturnType<Called[M]> {
    return this.#ask({ kind: 'call', method, argument } as Asked) as ReturnType<Called[M]>;
  }

  /** Kills the replica. Resolves when it has ended and its files are removed. */
  end(): Promise<void> {
    this.#channel.end();
    return this.ended;
  }

  /** `gone`: aborted when the client has left. */
  async answer(viewing: Viewing, now: Millis, gone: AbortSignal): Promise<PastAnswer> {
    const { text, charged } = (await this.#ask({ kind: 'answer', viewing, now })) as AnswerValue;
    return { answer: answerOf(text, this.#nextLines, gone), charged };
  }

  readonly #nextLines = (of: number, more: boolean) => this.#ask({ kind: 'lines', of, more }) as Promise<LinesValue>;

  async exported(upTo: number, gone: AbortSignal): Promise<Lines> {
    const of = (await this.#ask({ kind: 'export', upTo })) as number;
    return linesFrom(of, this.#nextLines, gone);
  }

  /** Resolves when the replica has ended and its files are removed. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#channel.end(), closeWithinMs);
    this.#ask({ kind: 'close' }).catch(() => undefined);
    await this.ended;
    clearTimeout(timer);
  }

  #ask(asked: Asked): Promise<unknown> {
    if (this.#isOver) return Promise.reject(new ReplicaLost('the past was closed'));
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#channel.send({ number, asked });
    });
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.number);
    this.#pending.delete(reply.number);
    if ('problem' in reply) pending?.reject(new ProblemError(reply.problem));
    else if ('lost' in reply) {
      pending?.reject(new ReplicaLost(reply.lost));
      this.#onCopy(false);
      this.#channel.end();
    } else pending?.resolve(reply.value);
  }
}
