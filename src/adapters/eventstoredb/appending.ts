/**
 * Repeats an append until its outcome is known. A failed attempt is in doubt unless the store said that it did not accept it. The same
 * events are then sent again, with the same ids and the same expected revision. If they are in the log, the store answers with their first
 * position; otherwise it writes them. During a known outage nothing is sent: an append that was never sent is refused as unavailable.
 */
import { setTimeout as after } from 'node:timers/promises';
import { MaxAppendSizeExceededError, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { type AppendResult, EventLogUnavailable, type ExpectedRevision } from '../../ports/event-log.ts';
import { pauseMs } from './connection.ts';
import { answeredWithin, detailOf, isAnswer, isDefinite, isNotTaken } from './failures.ts';
import { positionOf, revisionOf } from './positions.ts';
import { readStream } from './reading.ts';
import { waitEnds } from './retry.ts';
import type { StoreContext } from './store-context.ts';
import type { PreparedEvent } from './stored-event.ts';

/** The outcome is unknown: the events may be in the log or not. Appending them again, with the same ids, is safe. */
export class AppendInDoubt extends EventLogUnavailable {
  override name = 'AppendInDoubt';
}

export type Append = {
  readonly stream: string;
  readonly events: readonly PreparedEvent[];
  readonly expected: ExpectedRevision;
};

type Outcome =
  | { readonly kind: 'known'; readonly result: AppendResult }
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'not-taken' | 'in-doubt'; readonly detail: string };

/** So long that it never applies: the client sends it as a point in time, and the clocks may differ. The store has a limit of its own. */
const deadlineMs = 24 * 3600 * 1000;

const bytesOf = ({ events }: Append): number => events.reduce((sum, { bytes }) => sum + bytes, 0);

const firstRevision = (expected: ExpectedRevision): number => (expected === 'none' ? 0 : expected + 1);

/** `tail`: returns the position of the log's newest event. */
export const appender = (context: StoreContext, tail: () => Promise<number>) => {
  const { connection, window, timings, notice, closed } = context;

  /** The stream may contain events whose ids the store has forgotten. Then the append has succeeded. */
  const conflict = async ({ stream, events, expected }: Append, actual: ExpectedRevision): Promise<AppendResult> => {
    const refused: AppendResult = { ok: false, reason: 'conflict', actual };
    const first = firstRevision(expected);
    if (actual === 'none' || actual < first + events.length - 1) return refused;
    const stored = await readStream(context, stream, { backward: false, from: first, limit: events.length });
    const last = stored.at(-1);
    const isSame = events.every(({ id }, index) => {
      const event = stored[index];
      return event?.id === id && event.revision === first + index;
    });
    return isSame && last !== undefined ? { ok: true, revision: last.revision, position: last.position } : refused;
  };

  const send = ({ stream, events, expected }: Append) =>
    connection.use((client) => {
      const answer = client.appendToStream(
        stream,
        events.map(({ event }) => event),
        {
          expectedRevision: expected === 'none' ? NO_STREAM : BigInt(expected),
          requiresLeader: true,
          deadline: deadlineMs,
        },
      );
      // An answer is not a failure of the connection, even if it is a refusal.
      const settled = answer.catch((error: unknown) => {
        if (isAnswer(error)) return error;
        throw error;
      });
      return answeredWithin(timings.answerWithinMs, settled);
    });

  const attempt = async (append: Append): Promise<Outcome> => {
    try {
      const answer = await send(append);
      if (!isAnswer(answer)) {
        // Without a position, the events were written before and have been truncated since. Their position is the tail or an earlier one.
        const position = answer.position === undefined ? await tail() : positionOf(answer.position);
        const revision = revisionOf(answer.nextExpectedRevision);
        return { kind: 'known', result: { ok: true, revision, position } };
      }
      if (answer instanceof WrongExpectedVersionError) {
        const { actualVersion } = answer;
        const actual = typeof actualVersion === 'bigint' ? revisionOf(actualVersion) : 'none';
        return { kind: 'known', result: await conflict(append, actual) };
      }
      if (answer instanceof MaxAppendSizeExceededError)
        return { kind: 'known', result: { ok: false, reason: 'too-large' } };
      if (isDefinite(answer)) throw answer;
      return { kind: isNotTaken(answer) ? 'not-taken' : 'in-doubt', detail: detailOf(answer) };
    } catch (error) {
      if (isDefinite(error)) throw error;
      return { kind: 'in-doubt', detail: detailOf(error) };
    }
  };

  /** The store may have stopped answering while the append waited for its turn. */
  const attemptInTurn = (append: Append): Promise<Outcome> =>
    window.run(bytesOf(append), async () =>
      connection.downSince === undefined ? attempt(append) : { kind: 'not-sent' },
    );

  /** Throws `AppendInDoubt`, or the store's definite refusal. */
  return async (append: Append): Promise<AppendResult> => {
    const began = performance.now();
    let doubt: { readonly since: number; readonly detail: string } | undefined;
    let newest: string | undefined;

    const settled = (result: AppendResult): AppendResult => {
      if (result.ok) connection.saw(result.position);
      if (doubt !== undefined) notice({ kind: 'append-resolved', stream: append.stream, written: result.ok });
      return result;
    };
    const givenUp = (): AppendResult => {
      const detail = newest ?? connection.failure;
      if (doubt === undefined) return { ok: false, reason: 'unavailable', detail: `the event store: ${detail}` };
      throw new AppendInDoubt(`whether an append to ${append.stream} was carried out is not known: ${doubt.detail}`);
    };

    for (let attempts = 0; ; attempts += 1) {
      const deadline = doubt === undefined ? waitEnds(context, began) : doubt.since + timings.inDoubtMs;
      if (!(await connection.answersBefore(deadline))) return givenUp();
      if (attempts > 0 && performance.now() > deadline) return givenUp();
      const outcome = await attemptInTurn(append);
      if (outcome.kind === 'not-sent') continue;
      if (outcome.kind === 'known') return settled(outcome.result);
      newest = outcome.detail;
      if (outcome.kind === 'in-doubt' && doubt === undefined) {
        doubt = { since: performance.now(), detail: outcome.detail };
        notice({ kind: 'append-in-doubt', stream: append.stream, detail: outcome.detail });
      }
      // The wait is aborted on closing, after which the store is not asked again.
      await after(pauseMs(attempts), undefined, { signal: closed }).catch(() => {});
    }
  };
};
