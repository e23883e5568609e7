/**
 * Messages that are being sent. Each is shown at once, and removed when the message itself arrives. The message is recognized by its local
 * id on the same queue, or otherwise by the id in the answer of the server. While the server cannot be reached, messages wait, and are sent
 * by themselves as soon as it can be. An idempotency key ensures that each is sent only once.
 */
import { effect, signal } from '@preact/signals';
import { ApiError, newKey } from 'verbatim/client';
import { connectionState, liveClient, tryNow, wait, wordsOf } from '../api/connection.ts';
import { keepInTab, keptInTab } from '../api/session.ts';
import { messageOf } from './messages.ts';
import { type Narrow, ofPeople, ofTopic, type Place } from './narrow.ts';
import { isMuted } from './organization.ts';

export type Pending = {
  /** Negative, so that it differs from the ids of messages. */
  readonly key: number;
  readonly place: Exclude<Place, { readonly kind: 'stream' }>;
  readonly content: string;
  /** When its author last asked to send it, in milliseconds. */
  readonly at: number;
  readonly idempotencyKey: string;
  /** The id of the message, after the server has answered. */
  readonly id?: number;
  /** Why it is not sent. */
  readonly failure?: string | undefined;
  /** Whether it is sent by itself once the reason is gone. */
  readonly waits?: boolean;
};

const stored = 'verbatim.unsent';
/** Nothing is sent by itself long after it was written. The server remembers the idempotency key for a week. */
const waitMaxMs = 86_400_000;
/** For how long a message that is not sent at once counts as being sent. */
const patienceMs = 4_000;
const pauseMs = 30_000;

/** What was being sent or was waiting when the page was reloaded is sent by itself. */
export const pending = signal<readonly Pending[]>(keptInTab<Pending>(stored));

effect(() =>
  keepInTab(
    stored,
    pending.value.filter(({ id }) => id === undefined),
  ),
);

/** The event queue that delivers the local ids of sent messages. */
export const queueId = signal<string | undefined>(undefined);

let count = Math.max(0, ...pending.peek().map(({ key }) => -key));

export function send(place: Pending['place'], content: string): Promise<void> {
  count += 1;
  const made = { key: -count, place, content, at: Date.now(), idempotencyKey: newKey() };
  pending.value = [...pending.value, made];
  return post(made);
}

/** Uses the same idempotency key, so that the message cannot be sent twice. */
export function sendAgain(key: number): void {
  const unsent = pending.value.find((one) => one.key === key);
  tryNow();
  if (!unsent?.failure || unsent.waits) return;
  const again = { ...unsent, at: Date.now(), failure: undefined };
  replace(again);
  void post(again);
}

/** The attempts that are being made. */
const attempts = new Map<number, AbortController>();

export function discard(key: number): void {
  pending.value = pending.value.filter((one) => one.key !== key);
  attempts.get(key)?.abort();
}

/** What is being sent to each conversation. The next message waits for it, so that none arrives out of order. */
const lastSent = new Map<string, Promise<void>>();
const conversationOf = (place: Pending['place']): string => JSON.stringify(narrowOf(place)).toLowerCase();

async function post(made: Pending): Promise<void> {
  const to = conversationOf(made.place);
  const sent = (lastSent.get(to) ?? Promise.resolve()).then(() => deliver(made));
  lastSent.set(to, sent);
  await sent;
  if (lastSent.get(to) === sent) lastSent.delete(to);
}

/** Resolves when the message is sent, refused or withdrawn. */
async function deliver(made: Pending): Promise<void> {
  const { place, content, key, idempotencyKey } = made;
  const to =
    place.kind === 'topic'
      ? ({ type: 'stream', to: place.streamId, topic: place.topic } as const)
      : ({ type: 'private', to: place.ids } as const);
  const stop = new AbortController();
  const { signal } = stop;
  attempts.set(key, stop);
  const isPending = (): boolean => pending.peek().some((one) => one.key === key);
  while (isPending()) {
    if (Date.now() - made.at > waitMaxMs) {
      replace({ ...made, failure: 'It could not be sent for a day.', waits: false });
      break;
    }
    const echo = queueId.value === undefined ? {} : { queue_id: queueId.value, local_id: String(key) };
    try {
      const { id } = await liveClient.value.send({ ...to, content, ...echo }, { idempotencyKey, signal, patienceMs });
      // Its event may have arrived before this answer.
      if (messageOf(id).peek()) discard(key);
      else replace({ ...made, id });
      break;
    } catch (error) {
      const waits = !isRefusal(error);
      replace({ ...made, failure: wordsOf(error), waits });
      if (!waits) break;
      // Its event may have arrived meanwhile.
      if (isPending()) await wait(pauseMs, signal);
    }
  }
  attempts.delete(key);
}

/** Whether the server itself has refused the message. Proxies, and the sign-in pages of networks, have answers of their own. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.result === 'error' && error.status < 500 && error.status !== 429;

/** Why a message is not sent: its own failure, or what the message before it in its conversation or all messages wait for. */
export function troubleOf({ failure, id, place }: Pending): string | undefined {
  if (id !== undefined) return undefined;
  const before = pending.value.find((one) => one.waits && conversationOf(one.place) === conversationOf(place));
  const isBehind = connectionState.value.is === 'behind';
  return failure ?? before?.failure ?? (isBehind ? 'The server cannot be reached.' : undefined);
}

function replace(made: Pending): void {
  pending.value = pending.value.map((one) => (one.key === made.key ? made : one));
}

/** Removes the pending message, because the message itself has arrived. */
export function arrived(id: number, localId: string | undefined): void {
  pending.value = pending.value.filter(
    (one) => one.id !== id && !(localId !== undefined && String(one.key) === localId),
  );
}

export const narrowOf = (place: Pending['place']): Narrow =>
  place.kind === 'topic' ? ofTopic(place.streamId, place.topic) : ofPeople(place.ids);

/** Whether a narrow shows the messages of a place. */
export function isIn(narrow: Narrow, place: Pending['place']): boolean {
  const own = narrowOf(place);
  if (narrow.length === 0) return place.kind === 'people' || !isMuted(place.streamId, place.topic);
  return narrow.every(({ operator, operand, negated }) => {
    if (operator === 'near') return true;
    const given = own.find((term) => term.operator === operator)?.operand;
    return !negated && given !== undefined && String(given).toLowerCase() === String(operand).toLowerCase();
  });
}

for (const one of pending.peek()) if (one.failure === undefined || one.waits) void post(one);
