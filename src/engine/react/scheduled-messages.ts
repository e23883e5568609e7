/**
 * Sends scheduled messages at their time. One timer waits for the next one that is due. Every process that follows the log has such a
 * timer: which of them sends a message is decided by the claim in its log stream, and any of them finishes what another one began.
 */
import { setMaxListeners } from 'node:events';
import { v7 } from 'uuid';
import { Semaphore } from '../../define/mutex.ts';
import { isOpen } from '../../state/open-realms.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { DataOf } from '../../vocabulary/events/index.ts';
import type { EventId, Millis, RealmId, ScheduledMessageId } from '../../vocabulary/ids.ts';
import type { Executed, Order } from '../decide/executor.ts';
import type { Followed, FollowerPart } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';
import { untilDone } from './until-done.ts';

type Telling = {
  readonly scheduled: DataOf<'MessageScheduled'>;
  readonly claim: Pick<DataOf<'ScheduledMessageClaimed'>, 'messageId' | 'eventId' | 'obstacle'>;
};
type Settled =
  | { readonly status: 'ended' | 'early' }
  | (Telling & { readonly status: 'claimed'; readonly client: string; readonly causedBy: EventId });

export type ScheduledMessagesParts = {
  readonly state: ServerState;
  readonly settle: (
    input: { scheduledId: ScheduledMessageId; asOf: Millis },
    order: Order,
  ) => Promise<Executed<Settled>>;
  readonly tell: (input: Telling, order: Order) => Promise<Executed<unknown>>;
  /** A time that has come. */
  readonly now: () => Millis;
  readonly logger: Logger;
};

type Due = { readonly realmId: RealmId; readonly scheduledId: ScheduledMessageId; readonly at: Millis };

/** The clock of the machine may be put right, and the machine may sleep: so long at most passes before the timer looks again. */
const waitMsMax = 60_000;
/** Others' requests have their turn where many messages are due at the same time. */
const atOnce = 10;
/** A claim is renewed when its message id went to another message. */
const attemptsMax = 20;

export class ScheduledMessages implements FollowerPart {
  readonly #parts: ScheduledMessagesParts;
  /** Those that are not begun, the next one last. */
  #waiting: Due[] = [];
  readonly #permits = new Semaphore(atOnce);
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;

  constructor(parts: ScheduledMessagesParts) {
    this.#parts = parts;
    // As many as are due listen to it.
    setMaxListeners(0, this.#stop.signal);
  }

  see({ event, realm }: Followed): void {
    if (!this.#isStarted) return;
    if (event.type === 'ImportFinished' || event.type === 'RealmReactivated') this.#waitForAll();
    else if (event.type === 'MessageScheduled' && realm) {
      const { scheduledId, deliverAt } = event.data;
      this.#wait({ realmId: realm.realmId, scheduledId, at: deliverAt });
      this.#wind();
    }
  }

  /** To be called when the end of the log has been reached. */
  start(): void {
    this.#isStarted = true;
    this.#waitForAll();
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#running);
  }

  #waitForAll(): void {
    const all: Due[] = [];
    for (const [realmId, { scheduled }] of this.#parts.state.realms)
      for (const { scheduledId, deliverAt } of scheduled.byId.values())
        all.push({ realmId, scheduledId, at: deliverAt });
    this.#waiting = all.sort((a, b) => b.at - a.at);
    this.#wind();
  }

  #wait(due: Due): void {
    let low = 0;
    for (let high = this.#waiting.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((this.#waiting[middle]?.at ?? 0) > due.at) low = middle + 1;
      else high = middle;
    }
    this.#waiting.splice(low, 0, due);
  }

  #wind(): void {
    clearTimeout(this.#timer);
    const next = this.#waiting.at(-1);
    if (!next || this.#stop.signal.aborted) return;
    const waitMs = Math.min(Math.max(next.at - this.#parts.now(), 0), waitMsMax);
    this.#timer = setTimeout(() => this.#ring(), waitMs);
    this.#timer.unref();
  }

  #ring(): void {
    const now = this.#parts.now();
    for (let due = this.#waiting.at(-1); due && due.at <= now; due = this.#waiting.at(-1)) {
      this.#waiting.pop();
      const running = this.#send(due).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
    this.#wind();
  }

  /** Tries until it is done or this process stops. Never rejects. */
  async #send(due: Due): Promise<void> {
    const { signal } = this.#stop;
    const settle = (): Promise<void> =>
      this.#permits.run(async () => {
        if (!signal.aborted) await this.#settle(due);
      });
    const failed = (err: unknown): void => {
      const facts = { err, realm: due.realmId, scheduled: due.scheduledId };
      this.#parts.logger.error(facts, 'a scheduled message was not sent; trying again');
    };
    await untilDone(settle, { signal, failed });
  }

  async #settle(due: Due): Promise<void> {
    const { realmId, scheduledId } = due;
    const { settle, tell, state, now } = this.#parts;
    for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
      const realm = state.realms.get(realmId);
      const senderId = realm?.scheduled.byId.get(scheduledId)?.senderId;
      // What belongs to an organization that nobody can use stays where it is.
      if (!realm || senderId === undefined || !isOpen(state, realm)) return;
      const order = { realmId, actor: senderId, client: 'Internal', requestId: v7() } as const;
      const settled = done(await settle({ scheduledId, asOf: now() }, order));
      // The clock of the machine was put back.
      if (settled?.status === 'early') this.#wait(due);
      if (settled?.status !== 'claimed') return this.#wind();
      const { scheduled, claim, causedBy } = settled;
      const client = scheduled.reminder || claim.obstacle !== undefined ? order.client : settled.client;
      done(await tell({ scheduled, claim }, { ...order, client, causedBy }));
    }
    throw new Error('the ids of a scheduled message were taken again and again');
  }
}

/** The result; undefined where there is nobody to be told. Throws where it is to be tried again. */
function done<R>(executed: Executed<R>): R | undefined {
  if (executed.ok) return executed.result;
  if (executed.refusal.code === 'realm-deactivated' || executed.refusal.code === 'realm-missing') return undefined;
  throw new Error(executed.refusal.code);
}
