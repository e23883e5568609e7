/** A pool of replicas that answer with their position. */
import type { PastQuestion } from '../../src/http/past/pasts.ts';
import { ndjson } from '../../src/http/response/lines.ts';
import { ReplicaHandle } from '../../src/past/handle.ts';
import type { Reply, Request } from '../../src/past/protocol.ts';
import { ReplicaPool } from '../../src/past/replica-pool.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** A replica that arrives when the test says so. */
export class Stub {
  readonly handle: ReplicaHandle;
  position = 0;
  isEnded = false;
  /** Whether its copy turns out to be damaged when it is read. */
  isDamaged = false;
  /** The answers of lines that it holds. They have no end. */
  readonly held = new Set<number>();
  /** What the service was informed about its copy. */
  readonly copyIsUsed: boolean[] = [];
  /** Called when a request to move waits; answers it. */
  arrive: ((there: boolean) => void) | undefined;
  #reply: (reply: Reply) => void = () => undefined;
  readonly #end = withResolvers();

  constructor(arrives: boolean) {
    const send = ({ number, asked }: Request): void => {
      const answer = (value: unknown): void => this.#reply({ number, value });
      if (asked.kind === 'call' && asked.method === 'goTo') {
        const there = (is: boolean): void => {
          this.position = asked.argument.position;
          answer(is);
        };
        if (arrives) there(true);
        else this.arrive = there;
      } else if (asked.kind === 'answer' && this.isDamaged) this.#reply({ number, lost: 'damaged' });
      else if (asked.kind === 'answer' && asked.viewing.accept === ndjson) {
        this.held.add(number);
        answer({ text: { kind: 'lines', of: number }, charged: 0 });
      } else if (asked.kind === 'answer')
        answer({ text: { kind: 'fields', answer: { at: this.position } }, charged: 0 });
      else if (asked.kind === 'export') {
        this.held.add(number);
        answer(number);
      } else if (asked.kind === 'lines') {
        if (!asked.more) this.held.delete(asked.of);
        answer({ lines: asked.more ? [`read at ${this.position}`] : [] });
      } else if (asked.kind === 'call' && asked.method === 'steps') {
        this.position += asked.argument;
        answer({ steps: [], position: this.position, next: this.position });
      } else if (asked.kind === 'close') this.end();
    };
    const onReply = (listener: (reply: Reply) => void): void => {
      this.#reply = (reply) => queueMicrotask(() => listener(reply));
    };
    const onCopy = (isUsed: boolean): void => void this.copyIsUsed.push(isUsed);
    this.handle = new ReplicaHandle(
      { send, onReply, ended: this.#end.promise, end: () => this.end() },
      {} as never,
      onCopy,
    );
  }

  end(): void {
    this.isEnded = true;
    this.#end.resolve();
  }
}

/** The signal of a client that stays. */
export const stays = (): AbortSignal => new AbortController().signal;
export const question = (position: number, realmId = 1): PastQuestion =>
  ({
    realmId,
    moment: { position, now: 0 },
    viewing: {},
    charge: () => undefined,
    gone: stays(),
  }) as unknown as PastQuestion;

export const made = (arrives = true, waitMs = 10_000, idleMs = 600_000) => {
  const replicas: Stub[] = [];
  /** The position up to which a copy was sought for each of them. */
  const begunFor: number[] = [];
  const copies: number[] = [];
  const realms: number[] = [];
  const open = (realmId: number, position: number) => {
    const replica = new Stub(arrives);
    replicas.push(replica);
    begunFor.push(position);
    realms.push(realmId);
    return replica.handle;
  };
  const nearest = (_realmId: number, position: number) => Math.max(0, ...copies.filter((copy) => copy <= position));
  const pasts = new ReplicaPool({ open, nearest, tail: async () => 1000, waitMs, idleMs });
  const at = async (position: number, realmId = 1) => (await pasts.ask(question(position, realmId))).answer;
  /** The replica with this number, when it has been opened and is to go somewhere. */
  const moved = async (number: number): Promise<(there: boolean) => void> => {
    for (;;) {
      const arrive = replicas[number]?.arrive;
      if (arrive) return arrive;
      await new Promise(setImmediate);
    }
  };
  return { pasts, replicas, at, copies, begunFor, realms, moved };
};
