/**
 * Messages that are being sent. Each is shown at once, and removed when the message itself arrives. The message is recognized by its local
 * id on the same queue, or otherwise by the id in the answer of the server. An idempotency key ensures that it is sent only once.
 */
import { effect, signal } from '@preact/signals';
import { ApiError, newKey } from 'verbatim/client';
import { liveClient, wordsOf } from '../api/connection.ts';
import { keepInTab, keptInTab } from '../api/session.ts';
import { messageOf } from './messages.ts';
import { type Narrow, ofPeople, ofTopic, type Place } from './narrow.ts';
import { isMuted } from './organization.ts';

export type Pending = {
  /** Negative, so that it differs from the ids of messages. */
  readonly key: number;
  readonly place: Exclude<Place, { readonly kind: 'stream' }>;
  readonly content: string;
  readonly at: number;
  readonly idempotencyKey: string;
  /** The id of the message, after the server has answered. */
  readonly id?: number;
  readonly failure?: string;
};

const stored = 'verbatim.unsent';
/** What was being sent when the page was reloaded is sent again by itself. Nothing is sent long after it was written. */
const recentMs = 300_000;
export const pending = signal<readonly Pending[]>(unsent());

function unsent(): readonly Pending[] {
  const failure = 'The page was closed before the server had answered. Trying again sends the message only once.';
  return keptInTab<Pending>(stored).map((one) => (Date.now() - one.at < recentMs ? one : { failure, ...one }));
}

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
export function sendAgain(key: number): Promise<void> {
  const unsent = pending.value.find((one) => one.key === key);
  if (!unsent) return Promise.resolve();
  const { failure: _, ...again } = unsent;
  replace(again);
  return post(again);
}

export function discard(key: number): void {
  pending.value = pending.value.filter((one) => one.key !== key);
}

/** What is being sent to each conversation. The next message waits for it, and fails if it does, so that none arrives out of order. */
const lastSent = new Map<string, Promise<string | undefined>>();

async function post(made: Pending): Promise<void> {
  const to = JSON.stringify(narrowOf(made.place)).toLowerCase();
  const before = lastSent.get(to) ?? Promise.resolve(undefined);
  const sent = before.then((failure) => (failure === undefined ? deliver(made) : fail(made, failure)));
  lastSent.set(to, sent);
  await sent;
  if (lastSent.get(to) === sent) lastSent.delete(to);
}

function fail(made: Pending, failure: string): string {
  replace({ ...made, failure });
  return failure;
}

/** Resolves to the failure if the server neither sent the message nor refused it. */
async function deliver(made: Pending): Promise<string | undefined> {
  const { place, content, key, idempotencyKey } = made;
  const to =
    place.kind === 'topic'
      ? ({ type: 'stream', to: place.streamId, topic: place.topic } as const)
      : ({ type: 'private', to: place.ids } as const);
  const echo = queueId.value === undefined ? {} : { queue_id: queueId.value, local_id: String(key) };
  try {
    const { id } = await liveClient.value.send({ ...to, content, ...echo }, { idempotencyKey });
    // Its event may have arrived before this answer.
    if (messageOf(id).peek()) discard(key);
    else replace({ ...made, id });
    return undefined;
  } catch (error) {
    const failure = fail(made, wordsOf(error));
    const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
    return isRefused ? undefined : failure;
  }
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

for (const one of pending.peek()) if (one.failure === undefined) void post(one);
