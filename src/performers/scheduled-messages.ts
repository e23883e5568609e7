/**
 * Sends scheduled messages when they are due. One timer waits for the next message. Every process that follows the log has such a timer.
 * The claim in the message's log stream decides which process sends it, and any process finishes what another one began.
 */
import { setMaxListeners } from 'node:events';
import { sendScheduledMessage } from '../../commands/scheduled/send-scheduled-message.ts';
import { settleScheduledMessage } from '../../commands/scheduled/settle-scheduled-message.ts';
import { Semaphore } from '../define/mutex.ts';
import { during } from '../define/under-way.ts';
import { orderByService } from '../engine/decide/by-service.ts';
import type { Executed, Executing } from '../engine/decide/executor.ts';
import type { Followed, FollowerPart } from '../engine/follow/follower.ts';
import type { Logger } from '../engine/logger.ts';
import { untilDone } from '../engine/react/until-done.ts';
import { isOpen } from '../state/open-realms.ts';
import type { ServerState } from '../state/realm-state.ts';
import { firstIndex } from '../vocabulary/ascending.ts';
import type { Millis, RealmId, ScheduledMessageId } from '../vocabulary/ids.ts';

type ScheduledMessagesParts = {
  readonly state: ServerState;
  readonly executor: Executing;
  /** The current time, in which a forward step of the clock counts only after a while (see `delayedStepClock`). */
  readonly now: () => Millis;
  readonly logger: Logger;
};

type Due = { readonly realmId: RealmId; readonly scheduledId: ScheduledMessageId; readonly at: Millis };

/** The timer checks again after at most this time, because the machine's clock may be corrected and the machine may sleep. */
const waitMsMax = 60_000;
/** Bounds the concurrent sends, so that other requests are served while many messages are due at the same time. */
const atOnce = 10;
/** How often a claim is renewed because its message id went to another message. */
const attemptsMax = 20;

export class ScheduledMessages implements FollowerPart {
  readonly #parts: ScheduledMessagesParts;
  /** Messages that are not begun yet, the next one last. */
  #waiting: Due[] = [];
  readonly #permits = new Semaphore(atOnce);
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;

  constructor(parts: ScheduledMessagesParts) {
    this.#parts = parts;
    // Each due message may add a listener.
    setMaxListeners(0, this.#stop.signal);
  }

  see({ event, realm }: Followed): void {
    if (!this.#isStarted) return;
    if (event.type === 'ImportFinished' || event.type === 'RealmReactivated') this.#waitForAll();
    else if (event.type === 'MessageScheduled' && realm) {
      const { scheduledId, deliverAt } = event.data;
      this.#wait({ realmId: realm.realmId, scheduledId, at: deliverAt });
      this.#setTimer();
    }
  }

  /** Must be called when the end of the log has been reached. */
  start(): void {
    this.#isStarted = true;
    this.#waitForAll();
  }

  /** Resolves when no message is being sent. */
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
    this.#setTimer();
  }

  #wait(due: Due): void {
    const place = firstIndex(this.#waiting.length, (index) => (this.#waiting[index]?.at ?? 0) <= due.at);
    this.#waiting.splice(place, 0, due);
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const next = this.#waiting.at(-1);
    if (!next || this.#stop.signal.aborted) return;
    const waitMs = Math.min(Math.max(next.at - this.#parts.now(), 0), waitMsMax);
    this.#timer = setTimeout(() => this.#sendDue(), waitMs);
    this.#timer.unref();
  }

  #sendDue(): void {
    const now = this.#parts.now();
    for (let due = this.#waiting.at(-1); due && due.at <= now; due = this.#waiting.at(-1)) {
      this.#waiting.pop();
      void during(this.#running, this.#send(due));
    }
    this.#setTimer();
  }

  /** Tries until the message is sent or this process stops. Never rejects. */
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
    const { executor, state, now } = this.#parts;
    for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
      const realm = state.realms.get(realmId);
      // The messages of an organization that nobody can use are left alone.
      if (!realm?.scheduled.byId.has(scheduledId) || !isOpen(state, realm)) return;
      const order = orderByService(realmId);
      const settled = done(await executor.execute(settleScheduledMessage, { scheduledId, asOf: now() }, order));
      // The machine's clock was set back.
      if (settled?.status === 'early') this.#wait(due);
      if (settled?.status !== 'claimed') return this.#setTimer();
      const { scheduled, claim, client, causedBy } = settled;
      // The author acts only in the message that they wrote. Reminders and notices come from the service.
      const isTheirs = !scheduled.reminder && claim.obstacle === undefined;
      const by = isTheirs ? { actor: scheduled.senderId, client } : {};
      done(await executor.execute(sendScheduledMessage, { scheduled, claim }, { ...order, causedBy, ...by }));
    }
    throw new Error('too often, other messages took the ids of a scheduled message');
  }
}

/** The result of a command. Undefined if the organization cannot be used. Throws if it must be tried again. */
function done<R>(executed: Executed<R>): R | undefined {
  if (executed.ok) return executed.result;
  if (executed.refusal.code === 'realm-deactivated' || executed.refusal.code === 'realm-missing') return undefined;
  throw new Error(executed.refusal.code);
}
