/**
 * Writes a decision to the log: its appends in order, each expecting its log stream as it was when the command was decided. So a
 * decision that another process has overtaken is refused by the log, and decided again.
 */

import { Breaks } from '../../define/breaks.ts';
import type { Append } from '../../define/command.ts';
import type { StepAside } from '../../define/mutex.ts';
import { leafOf } from '../../ledger/leaf.ts';
import type { AppendResult, EventLog, ExpectedRevision, NewEvent } from '../../ports/event-log.ts';
import type { DomainEvent } from '../../vocabulary/events/index.ts';
import { eventBytesMax } from '../../vocabulary/limits.ts';
import { type LogStream, partsOf, type StreamKind } from '../../vocabulary/log-streams.ts';
import { type Absorbed, inPieces, Pace } from './in-pieces.ts';
import { type Stamp, stamped } from './stamp.ts';

/** An append, and the newest revision of its log stream in the state on which it was decided. */
export type Expecting = Append & {
  readonly revision: ExpectedRevision;
  readonly expects: NonNullable<Append['expects']>;
};

/** Their rules span all entries: one user for an address, always an owner, one stream for a name. */
const wholeStreamRules: ReadonlySet<StreamKind | undefined> = new Set(['directory', 'channels']);

/** Must be called in the same turn of the event loop as `decide`: after a wait the state may be a newer one. */
export const expecting = (
  appends: readonly Append[],
  revisionOf: (stream: LogStream) => ExpectedRevision,
): readonly Expecting[] =>
  appends.map((append, index) => {
    const isUnchanged = index === 0 || wholeStreamRules.has(partsOf(append.stream)?.kind);
    const expects = append.expects ?? (isUnchanged ? 'unchanged' : 'any');
    return { ...append, expects, revision: expects === 'new' ? 'none' : revisionOf(append.stream) };
  });

/** `position`: of the newest event. `leftOut`: what was not appended, because of what others did between two pieces. */
export type DecisionAppended =
  | { readonly ok: true; readonly position: number; readonly leftOut: readonly DomainEvent[] }
  | Extract<AppendResult, { ok: false }>;

/** How others proceed during a large decision. */
export type Pacing = {
  readonly absorbed: Absorbed;
  /** Serves those who wait for the same mutex, while the next piece waits. */
  readonly stepAside: StepAside;
};

/** Conflicts in a row before giving up: each means that another append came between. */
const attemptsMax = 20;

/** `eventIdAt`: the fixed ids of the events, by their number in the decision. */
export async function appendDecision(
  log: EventLog,
  appends: readonly Expecting[],
  stamp: Stamp,
  eventIdAt: ((index: number) => string) | undefined,
  { absorbed, stepAside }: Pacing,
): Promise<DecisionAppended> {
  const ready = await withStampedEvents(appends, stamp, eventIdAt);
  if (ready === 'too-large') return { ok: false, reason: ready };
  /** The newest revision of each log stream that this decision has appended to. */
  const written = new Map<LogStream, number>();
  const pace = new Pace(absorbed);
  const pieces = ready.flatMap(piecesOf);
  const lastExact = pieces.findLastIndex(({ isExact }) => isExact);
  const leftOut: DomainEvent[] = [];
  let [position, haveOthersGone] = [0, false];
  for (const [index, { stream, revision, isExact, events, weight, still }] of pieces.entries()) {
    if (haveOthersGone && still?.() === false) {
      leftOut.push(...(events as readonly DomainEvent[]));
      continue;
    }
    const expected = written.get(stream) ?? revision;
    const result = isExact
      ? await log.append(stream, events, expected)
      : await appendAfterAnything(log, stream, events, expected);
    if (!result.ok) {
      if (result.reason === 'conflict') await withdraw(log, ready, stamp, written);
      return result;
    }
    written.set(stream, result.revision);
    position = Math.max(position, result.position);
    const wait = pace.appended(position, weight);
    if (!wait) continue;
    // Before that, what others append would be a conflict.
    haveOthersGone = index >= lastExact;
    await (haveOthersGone ? stepAside(wait) : wait());
  }
  return { ok: true, position, leftOut };
}

/** `isExact`: its log stream must be as it was at the decision. Outside of `wholeStreamRules`, only the first piece is exact. */
const piecesOf = ({ events, ...append }: Ready) =>
  inPieces(events).map((piece, index) => ({
    ...append,
    ...piece,
    isExact: append.expects !== 'any' && (index === 0 || wholeStreamRules.has(partsOf(append.stream)?.kind)),
  }));

type Ready = Omit<Expecting, 'events'> & { readonly events: readonly NewEvent[] };

/**
 * All of them before the first is appended: an event that does not fit its schema throws, and must leave nothing behind. What the log would
 * refuse is refused then, too. A decision may be about a quarter of a million subscriptions: others have their turn meanwhile.
 */
async function withStampedEvents(
  appends: readonly Expecting[],
  stamp: Stamp,
  eventIdAt?: (index: number) => string,
): Promise<readonly Ready[] | 'too-large'> {
  const breaks = new Breaks();
  const ready: Ready[] = [];
  let from = 0;
  for (const append of appends) {
    if (breaks.isDue) await breaks.take();
    const { ids } = append;
    const first = from;
    const idAt = ids ? (index: number) => ids[index] : eventIdAt && ((index: number) => eventIdAt(first + index));
    const events = stamped(append.events, stamp, idAt);
    if (appends.length > 1 && events.some(isTooLarge)) return 'too-large';
    ready.push({ ...append, events });
    from += events.length;
  }
  return ready;
}

const isTooLarge = (event: NewEvent): boolean => Buffer.byteLength(JSON.stringify(event)) > eventBytesMax;

/** Events that stay valid whatever was appended to the stream since the decision. */
async function appendAfterAnything(
  log: EventLog,
  stream: LogStream,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): Promise<AppendResult> {
  let result = await log.append(stream, events, expected);
  for (let attempts = 1; attempts < attemptsMax && !result.ok && result.reason === 'conflict'; attempts += 1)
    result = await log.append(stream, events, result.actual);
  return result;
}

/**
 * Withdraws the events of a decision that could not be completed, a person's name for instance: nothing will refer to them.
 * `EventsWithdrawn` holds their leaves. Once it is sealed, the policy `erasure` truncates the log streams before it.
 */
async function withdraw(
  log: EventLog,
  ready: readonly Ready[],
  stamp: Stamp,
  written: ReadonlyMap<LogStream, number>,
): Promise<void> {
  for (const { stream, expects, events } of ready) {
    const revision = written.get(stream);
    if (expects !== 'new' || revision === undefined) continue;
    const leaves = events.slice(0, revision + 1).map((event) => leafOf({ ...event, stream }));
    await log.append(stream, stamped([{ type: 'EventsWithdrawn', data: { leaves } }], stamp), revision);
  }
}
