/**
 * Messages that are being sent. Each is shown at once, and removed when the message itself arrives. The message is recognized by its local
 * id on the same queue, or otherwise by the id in the answer of the server. An idempotency key ensures that it is sent only once.
 */
import { effect, signal } from '@preact/signals';
import { liveClient, wordsOf } from '../api/connection.ts';
import { keepInTab } from '../api/session.ts';
import { messageOf } from './messages.ts';
import { type Narrow, ofPeople, ofTopic, type Place } from './narrow.ts';

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
export const pending = signal<readonly Pending[]>(unsent());

function unsent(): readonly Pending[] {
  const kept = JSON.parse(sessionStorage.getItem(stored) ?? '[]') as readonly Pending[];
  const failure = 'The page was reloaded before the server had answered. Trying again sends the message only once.';
  return kept.map((one) => ({ failure, ...one }));
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
  const made = { key: -count, place, content, at: Date.now(), idempotencyKey: crypto.randomUUID() };
  pending.value = [...pending.value, made];
  return post(made);
}

/** Uses the same idempotency key, so that the message cannot be sent twice. */
export function sendAgain(key: number): Promise<void> {
  const standing = pending.value.find((one) => one.key === key);
  if (!standing) return Promise.resolve();
  const { failure: _, ...again } = standing;
  replace(again);
  return post(again);
}

export function discard(key: number): void {
  pending.value = pending.value.filter((one) => one.key !== key);
}

/** What was sent last to each conversation. The next message waits for its answer, so that they arrive in order. */
const lastSent = new Map<string, Promise<void>>();

function post(made: Pending): Promise<void> {
  const to = JSON.stringify(narrowOf(made.place)).toLowerCase();
  const sent = (lastSent.get(to) ?? Promise.resolve()).then(() => deliver(made));
  lastSent.set(to, sent);
  return sent;
}

async function deliver(made: Pending): Promise<void> {
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
  } catch (error) {
    replace({ ...made, failure: wordsOf(error) });
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

/** The narrow of the conversation of a place. */
export const narrowOf = (place: Pending['place']): Narrow =>
  place.kind === 'topic' ? ofTopic(place.streamId, place.topic) : ofPeople(place.ids);

/** Whether a narrow shows the messages of a place. */
export function isIn(narrow: Narrow, place: Pending['place']): boolean {
  const own = narrowOf(place);
  return narrow.every(({ operator, operand, negated }) => {
    if (operator === 'near') return true;
    const standing = own.find((term) => term.operator === operator)?.operand;
    return !negated && standing !== undefined && String(standing).toLowerCase() === String(operand).toLowerCase();
  });
}
