/** Replaces all data of the page when it changes between the present and a moment of the past, so that the two are never mixed. */
import { batch, effect, signal, untracked } from '@preact/signals';
import { ApiError } from 'verbatim/client';
import { client, wait, wordsOf } from '../api/connection.ts';
import { type Look, lookReason, type Viewpoint, wantedViewpoint } from '../api/looking.ts';
import { endSession } from '../api/session.ts';
import { conversations, topics } from './conversations.ts';
import { follow, hasState, learnAll, registration, shown } from './follow.ts';
import { forgetAll } from './messages.ts';
import { formerNames, subscriptions } from './organization.ts';
import { signs } from './presence.ts';
import { queueId } from './sending.ts';
import { learnUnread } from './unread.ts';

/** The present or the moment to which the data of the page belong; undefined while they are being fetched. */
export const viewpoint = signal<Viewpoint | undefined>('live');
/** Why the moment cannot be shown. */
export const viewpointError = signal('');
export const isFetchingPast = signal(false);

/** Keeps the data in step with the address until the returned function is called. */
export const followViewpoint = (): (() => void) => {
  let isFirst = true;
  return effect(() => {
    const wanted = wantedViewpoint.value;
    const stop = new AbortController();
    untracked(() => {
      if (!isFirst) forgetData();
      enter(wanted, stop.signal, !isFirst);
      isFirst = false;
    });
    return () => stop.abort();
  });
};

function forgetData(): void {
  batch(() => {
    viewpoint.value = undefined;
    hasState.value = false;
    shown.value = undefined;
    topics.value = new Map();
    conversations.value = [];
    subscriptions.value = new Map();
    formerNames.value = new Map();
    learnUnread({});
    queueId.value = undefined;
    forgetAll();
  });
}

function enter(wanted: Viewpoint, stopped: AbortSignal, isAgain: boolean): void {
  viewpointError.value = '';
  isFetchingPast.value = false;
  if (wanted === 'choosing') return;
  if (wanted !== 'live') {
    void enterPast(wanted, stopped);
    return;
  }
  viewpoint.value = 'live';
  lookReason.value = '';
  follow(stopped, isAgain).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) endSession(`You were signed out: ${error.message}`);
    else if (!stopped.aborted) viewpointError.value = error instanceof Error ? error.message : String(error);
  });
}

const patienceMs = 300_000;
const pauseMaxMs = 10_000;

/** The service needs time to reconstruct a moment, and answers 503 meanwhile. The request is repeated until then. */
async function enterPast(wanted: Look, stopped: AbortSignal): Promise<void> {
  const { value: asking } = client;
  const began = Date.now();
  isFetchingPast.value = true;
  for (;;) {
    try {
      const state = await asking.post('/register', registration, { signal: stopped });
      if (stopped.aborted) return;
      batch(() => {
        learnAll(state);
        // The log does not keep the presence of people.
        signs.value = new Map();
        viewpoint.value = wanted;
        isFetchingPast.value = false;
      });
      return;
    } catch (error) {
      if (stopped.aborted) return;
      const isLater = error instanceof ApiError && error.status === 503 && Date.now() - began < patienceMs;
      if (!isLater) {
        const isWithoutEyes = error instanceof ApiError && error.status === 400 && wanted.asUser === undefined;
        viewpointError.value = `${wordsOf(error)}.${isWithoutEyes ? ' For a moment before you had an account, choose a user who had one under “As seen by”.' : ''}`;
        isFetchingPast.value = false;
        return;
      }
      await wait(Math.min(error.retryAfterMs ?? 1000, pauseMaxMs), stopped);
    }
  }
}
