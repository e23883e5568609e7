/**
 * Messages that are being sent. Each is shown at once, and removed when the message itself arrives. The message is recognized by its local
 * id on the same queue, or otherwise by the id in the answer of the server. While the server cannot be reached, messages wait, and are sent
 * by themselves as soon as it can be. An idempotency key ensures that each is sent only once.
 */
import { effect, signal } from '@preact/signals';
import { ApiError, newKey } from 'verbatim/client';
import { connectionState, liveClient, tryNow, wait, wordsOf } from '../api/connection.ts';
import { isAtRisk, keepInTab, keptInTab } from '../api/session.ts';
import { messageOf, newestIn } from './messages.ts';
import { presentTopic, type TopicPlace } from './moved-topic.ts';
import { type Narrow, ofPlace, type Place } from './narrow.ts';
import { isMuted } from './organization.ts';

type Destination = Exclude<Place, { readonly kind: 'stream' }>;

export type Pending = {
  /** Negative, so that it differs from the ids of messages. */
  readonly key: number;
  readonly place: Destination;
  /** Where it may have arrived although no answer said so, the last one first. */
  readonly tried?: readonly Destination[];
  /** A message that was in its topic when it was written. Where that was moved with the whole topic, this one follows. */
  readonly known?: number | undefined;
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
/** For how long a message that is not sent at once counts as being sent, unless the browser knows that it is offline. */
const patienceOnlineMs = 4_000;
const reused = 'IDEMPOTENCY_KEY_REUSED';
const pauseMs = 30_000;
/** How many messages may wait, and how many characters they may have together. The browser stores some megabytes for a page. */
const waitingMax = 100;
const charactersMax = 500_000;

/** What was being sent or was waiting when the page was reloaded is sent by itself. */
export const pending = signal<readonly Pending[]>(keptInTab<Pending>(stored));

const unsent = (): readonly Pending[] => pending.value.filter(({ id }) => id === undefined);

effect(() => keepInTab(stored, unsent()));

// The browser asks before it closes the tab, with which they would be lost.
globalThis.addEventListener('beforeunload', (event) => {
  if (isAtRisk(stored)) event.preventDefault();
});

/** Why a message may not be added to those that wait; undefined if it may. */
export function refusalToWait(content: string): string | undefined {
  const texts = [...unsent().map((one) => one.content), content];
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (texts.length <= waitingMax && characters <= charactersMax) return undefined;
  return `At most ${waitingMax} messages, with ${charactersMax.toLocaleString()} characters, may wait to be sent. This one stays here.`;
}

/** The event queue that delivers the local ids of sent messages. */
export const queueId = signal<string | undefined>(undefined);

let count = Math.max(0, ...pending.peek().map(({ key }) => -key));

export function send(place: Destination, content: string): Promise<void> {
  count += 1;
  const known = place.kind === 'topic' ? newestIn(place.streamId, place.topic) : undefined;
  const made = { key: -count, place, known, content, at: Date.now(), idempotencyKey: newKey() };
  pending.value = [...pending.value, made];
  return post(made, true);
}

/** Uses the same idempotency key, so that the message cannot be sent twice. */
export function sendAgain(key: number): void {
  const unsent = pending.value.find((one) => one.key === key);
  tryNow();
  if (!unsent?.failure || unsent.waits) return;
  change(key, { at: Date.now(), failure: undefined });
  void post(unsent);
}

/** The attempts that are being made. */
const attempts = new Map<number, AbortController>();

export function discard(key: number): void {
  pending.value = pending.value.filter((one) => one.key !== key);
  attempts.get(key)?.abort();
}

/** What is being sent. The next message of a conversation waits for it, so that none arrives out of order. */
const sending = new Map<number, Promise<void>>();
const conversationOf = (place: Destination): string => JSON.stringify(ofPlace(place)).toLowerCase();
const isSame = (one: Destination, other: Destination): boolean => conversationOf(one) === conversationOf(other);

/** `isNew`: it is being written just now. */
async function post({ key, place }: Pending, isNew = false): Promise<void> {
  const before = pending.value.findLast((one) => one.key !== key && sending.has(one.key) && isSame(one.place, place));
  const sent = Promise.resolve(before && sending.get(before.key)).then(() => deliver(key, isNew && !before));
  sending.set(key, sent);
  await sent;
  if (sending.get(key) === sent) sending.delete(key);
}

/** Resolves when the message is sent, refused or withdrawn. */
async function deliver(key: number, isNew: boolean): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  attempts.set(key, stop);
  const own = (): Pending | undefined => pending.peek().find((one) => one.key === key);
  let isLate = !isNew;
  for (let made = own(); made; made = own()) {
    const { at, content, idempotencyKey, known, place: listedIn, tried = [] } = made;
    if (Date.now() - at > waitMaxMs) {
      change(key, { failure: 'It could not be sent for a day.', waits: false });
      break;
    }
    const options = { signal, patienceMs: navigator.onLine ? patienceOnlineMs : 0 };
    const echo = queueId.value === undefined ? {} : { queue_id: queueId.value, local_id: String(key) };
    try {
      const place = isLate && listedIn.kind === 'topic' ? await presentTopic(listedIn, known, options) : listedIn;
      const places = [place, ...tried.filter((one) => !isSame(one, place))];
      change(key, { place, tried: places });
      const sendTo = (to: Destination, ...former: readonly Destination[]): Promise<{ readonly id: number }> =>
        liveClient.value
          .send({ ...destinationOf(to), content, ...echo }, { ...options, idempotencyKey })
          .catch((error: unknown) => {
            const [last, ...others] = former;
            // An earlier attempt was answered too late: the message was sent to a former topic.
            if (last && error instanceof ApiError && error.code === reused) return sendTo(last, ...others);
            throw error;
          });
      const { id } = await sendTo(place, ...places.slice(1));
      // Its event may have arrived before this answer.
      if (messageOf(id).peek()) discard(key);
      else change(key, { id });
      break;
    } catch (error) {
      const waits = !isRefusal(error);
      change(key, { failure: wordsOf(error), waits });
      if (!waits) break;
      // Its event may have arrived meanwhile.
      if (own()) await wait(pauseMs, signal);
    }
    isLate = true;
  }
  attempts.delete(key);
}

/** What is not sent yet goes along with its topic. */
export function moveUnsent(from: TopicPlace, to: TopicPlace): void {
  for (const { key, place } of unsent()) if (isSame(place, from)) change(key, { place: to });
}

const destinationOf = (place: Destination) =>
  place.kind === 'topic'
    ? ({ type: 'stream', to: place.streamId, topic: place.topic } as const)
    : ({ type: 'private', to: place.ids } as const);

/**
 * Whether the server itself has refused the message. Proxies, and the sign-in pages of networks, have answers of their own. A message whose
 * author is signed out waits until they have signed in again.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.body?.result === 'error' &&
  error.status < 500 &&
  ![401, 429].includes(error.status);

/** Why a message is not sent: its own failure, or what the message before it in its conversation or all messages wait for. */
export function troubleOf({ failure, id, place }: Pending): string | undefined {
  if (id !== undefined) return undefined;
  const before = pending.value.find((one) => one.waits && isSame(one.place, place));
  const isBehind = connectionState.value.is === 'behind';
  return failure ?? before?.failure ?? (isBehind ? 'The server cannot be reached.' : undefined);
}

function change(key: number, to: Partial<Pending>): void {
  pending.value = pending.value.map((one) => (one.key === key ? { ...one, ...to } : one));
}

/** Removes the pending message, because the message itself has arrived. */
export function arrived(id: number, localId: string | undefined): void {
  pending.value = pending.value.filter(
    (one) => one.id !== id && !(localId !== undefined && String(one.key) === localId),
  );
}

/** Whether a narrow shows the messages of a place. */
export function isIn(narrow: Narrow, place: Destination): boolean {
  const own = ofPlace(place);
  if (narrow.length === 0) return place.kind === 'people' || !isMuted(place.streamId, place.topic);
  return narrow.every(({ operator, operand, negated }) => {
    if (operator === 'near') return true;
    const given = own.find((term) => term.operator === operator)?.operand;
    return !negated && given !== undefined && String(given).toLowerCase() === String(operand).toLowerCase();
  });
}

for (const one of pending.peek()) if (one.failure === undefined || one.waits) void post(one);
