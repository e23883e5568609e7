/** A replica as the service sees it. */
import type { Lines } from '../define/endpoint.ts';
import type { PastAnswer } from '../http/past/pasts.ts';
import type { Viewing } from '../http/past/viewed.ts';
import { ProblemError } from '../http/response/problem.ts';
import { ReadStoreUnavailable } from '../ports/read-store.ts';
import type { Millis } from '../vocabulary/ids.ts';
import type { Kept } from './copies/manifest.ts';
import type { Heard, Listening } from './listening.ts';
import {
  type AnswerValue,
  type Asked,
  answerOf,
  type LinesValue,
  linesFrom,
  type Opening,
  type Reply,
  type Request,
} from './protocol.ts';
import type { Along, Target } from './replica.ts';
import type { Stepped } from './stepping.ts';

/** How requests come to a replica. Where it ends, everything asked of it is lost. */
export type Channel = {
  send(request: Request): void;
  onReply(listener: (reply: Reply) => void): void;
  /** Resolves when the replica has ended, whatever the cause. */
  readonly ended: Promise<void>;
  /** Ends it at once. */
  end(): void;
};

/** The replica ended before it answered: out of memory, or because everything is to be put away. */
export class ReplicaLost extends ReadStoreUnavailable {
  override name = 'ReplicaLost';
}

type Pending = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

/** Milliseconds in which a replica puts its files away itself. */
const patienceMs = 5_000;

export class ReplicaHandle {
  readonly #channel: Channel;
  readonly #pending = new Map<number, Pending>();
  #number = 0;
  #isOver = false;
  readonly ended: Promise<void>;

  /** `onOpen`: called when it is open, with whether it begins at the copy that it was given. */
  constructor(channel: Channel, opening: Opening, onOpen: (isBegunFromCopy: boolean) => void = () => undefined) {
    this.#channel = channel;
    channel.onReply((reply) => this.#settle(reply));
    this.ended = channel.ended.then(() => {
      this.#isOver = true;
      for (const { reject } of this.#pending.values()) reject(new ReplicaLost('the past was closed'));
      this.#pending.clear();
    });
    // Its failure is told by the first `goTo`, too.
    this.#ask({ kind: 'open', ...opening })
      .then((isBegun) => onOpen(isBegun === true))
      .catch(() => channel.end());
  }

  goTo({ position, tail }: Target): Promise<boolean> {
    return this.#ask({ kind: 'go', position, tail }) as Promise<boolean>;
  }

  /** Goes forward by some number of events. False like `goTo`. */
  along(along: Along): Promise<{ readonly folded: number } | false> {
    return this.#ask({ kind: 'along', ...along }) as Promise<{ folded: number } | false>;
  }

  /** Writes a copy of itself into an empty folder. */
  keep(folder: string): Promise<Kept> {
    return this.#ask({ kind: 'keep', folder }) as Promise<Kept>;
  }

  /** Learns all erasures up to the end of the log, and keeps them for others. */
  learn(tail: number): Promise<{ readonly events: number }> {
    return this.#ask({ kind: 'learn', tail }) as Promise<{ events: number }>;
  }

  /** Ends at once. Resolves when it has ended and its files are gone. */
  end(): Promise<void> {
    this.#channel.end();
    return this.ended;
  }

  async answer(viewing: Viewing, now: Millis): Promise<PastAnswer> {
    const { text, charged } = (await this.#ask({ kind: 'answer', viewing, now })) as AnswerValue;
    return { answer: answerOf(text, this.#nextLines), charged };
  }

  readonly #nextLines = (of: number, more: boolean) => this.#ask({ kind: 'lines', of, more }) as Promise<LinesValue>;

  /** The events up to a position, as lines of an export. */
  async exported(upTo: number): Promise<Lines> {
    const of = (await this.#ask({ kind: 'export', upTo })) as number;
    return linesFrom(of, this.#nextLines);
  }

  /** Goes forward by single events. */
  steps(limit: number): Promise<Stepped> {
    return this.#ask({ kind: 'steps', limit }) as Promise<Stepped>;
  }

  /** Goes forward, and collects what an event queue would have been told. */
  told(to: Listening): Promise<Heard> {
    return this.#ask({ kind: 'told', to }) as Promise<Heard>;
  }

  /** Resolves when it has ended and its files are gone. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.#channel.end(), patienceMs);
    this.#ask({ kind: 'close' }).catch(() => undefined);
    await this.ended;
    clearTimeout(late);
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
    else if ('lost' in reply) pending?.reject(new ReplicaLost(reply.lost));
    else pending?.resolve(reply.value);
  }
}
