/**
 * Appends until their outcome is known. An attempt that failed is in doubt unless the store said that it did not take it:
 * the same events are sent again, with the same ids and the same expected revision, so that the store answers with their
 * first place if they stand, and writes them if they do not. Nothing is sent while the store is known not to answer,
 * which is why an append that nothing was sent of can be refused as unavailable, and only such a one is.
 */
import { setTimeout as after } from 'node:timers/promises';
import { Semaphore } from '../../define/mutex.ts';
import { type AppendResult, EventLogUnavailable, type ExpectedRevision } from '../../ports/event-log.ts';
import { patienceEnds } from './asking.ts';
import { pauseMs } from './availability.ts';
import { detailOf, isDefinite, isNotTaken, Refused } from './failures.ts';
import { positionAt, revisionAt } from './positions.ts';
import { readStream } from './reading.ts';
import type { StoreContext } from './store-context.ts';
import type { ReadyEvent } from './stored-event.ts';
import { answeredWithin } from './watchdog.ts';

/** The outcome could not be found out: the events may stand or not. To append them again, with the same ids, is safe. */
export class AppendInDoubt extends EventLogUnavailable {
  override name = 'AppendInDoubt';
}

export type Append = {
  readonly stream: string;
  readonly events: readonly ReadyEvent[];
  readonly expected: ExpectedRevision;
};

type Outcome =
  | { readonly kind: 'known'; readonly result: AppendResult }
  | { readonly kind: 'not-taken' | 'in-doubt'; readonly detail: string };

/** More at once is not answered sooner, and would be in doubt for having to wait. */
const underwayMax = 512;

const firstRevision = (expected: ExpectedRevision): number => (expected === 'none' ? 0 : expected + 1);

export const appender = (context: StoreContext, tail: () => Promise<number>) => {
  const { appends, availability, timings, notice, closed } = context;
  const semaphore = new Semaphore(underwayMax);

  /** The store compares ids too where a revision is wrong; what it forgot in its caches still stands in the stream. */
  const orConflict = async ({ stream, events, expected }: Append, actual: ExpectedRevision): Promise<AppendResult> => {
    const conflict: AppendResult = { ok: false, reason: 'conflict', actual };
    const first = firstRevision(expected);
    if (actual === 'none' || actual < first + events.length - 1) return conflict;
    const standing = await readStream(context, stream, { backward: false, from: first, limit: events.length });
    const last = standing.at(-1);
    const isSame = events.every(({ id }, index) => {
      const event = standing[index];
      return event?.id === id && event.revision === first + index;
    });
    return isSame && last !== undefined ? { ok: true, revision: last.revision, position: last.position } : conflict;
  };

  const asked = async (append: Append): Promise<Outcome> => {
    const { stream, expected, events } = append;
    const bytes = events.map((event) => event.bytes);
    const answer = await semaphore.run(() =>
      answeredWithin(timings.answerWithinMs, appends.ask(stream, expected, bytes)),
    );
    switch (answer.kind) {
      case 'stands': {
        // Without a position it stood already and is truncated by now: it is at the tail or before.
        const place = answer.position;
        const position = place === undefined ? await tail() : positionAt(place.commit, place.prepare);
        return { kind: 'known', result: { ok: true, revision: revisionAt(answer.revision), position } };
      }
      case 'wrong-revision':
        return { kind: 'known', result: await orConflict(append, answer.actual) };
      case 'too-large':
        return { kind: 'known', result: { ok: false, reason: 'too-large' } };
      case 'refused':
        throw new Refused(answer.detail);
      case 'failed':
        return { kind: isNotTaken(answer.detail) ? 'not-taken' : 'in-doubt', detail: answer.detail };
    }
  };

  const attempt = async (append: Append): Promise<Outcome> => {
    try {
      return await asked(append);
    } catch (error) {
      if (isDefinite(error)) throw error;
      return { kind: 'in-doubt', detail: detailOf(error) };
    }
  };

  /** Throws `AppendInDoubt`. */
  return async (append: Append): Promise<AppendResult> => {
    const began = performance.now();
    let doubt: { readonly since: number; readonly detail: string } | undefined;
    let newest: string | undefined;

    const settled = (result: AppendResult): AppendResult => {
      if (doubt !== undefined) notice({ kind: 'append-resolved', stream: append.stream, written: result.ok });
      return result;
    };
    const givenUp = (): AppendResult => {
      const detail = newest ?? availability.detail;
      if (doubt === undefined) return { ok: false, reason: 'unavailable', detail: `the event store: ${detail}` };
      throw new AppendInDoubt(`whether an append to ${append.stream} was carried out is not known: ${doubt.detail}`);
    };

    for (let attempts = 0; ; attempts += 1) {
      const deadline = doubt === undefined ? patienceEnds(context, began) : doubt.since + timings.inDoubtMs;
      if (!(await availability.answersBefore(deadline))) return givenUp();
      if (attempts > 0 && performance.now() > deadline) return givenUp();
      const outcome = await attempt(append);
      if (outcome.kind === 'known') return settled(outcome.result);
      newest = outcome.detail;
      if (outcome.kind === 'in-doubt') {
        if (doubt === undefined) {
          doubt = { since: performance.now(), detail: outcome.detail };
          notice({ kind: 'append-in-doubt', stream: append.stream, detail: outcome.detail });
        }
        availability.suspect(outcome.detail);
      }
      // Aborted on closing, and then the store does not answer any more.
      await after(pauseMs(attempts), undefined, { signal: closed }).catch(() => {});
    }
  };
};
