/**
 * Writes a decision to the log. Each append names the revision that its log stream had when the command was decided. If another process has
 * appended in between, the log refuses the append, and the command is decided again. An append that is valid all the same is repeated at
 * the newer revision.
 */
import { Breaks } from '../../define/breaks.ts';
import type { Append } from '../../define/command.ts';
import type { ReleaseDuring } from '../../define/mutex.ts';
import { leafOf } from '../../ledger/leaf.ts';
import type { AppendResult, EventLog, ExpectedRevision, NewEvent } from '../../ports/event-log.ts';
import type { DomainEvent } from '../../vocabulary/events/index.ts';
import { limits } from '../../vocabulary/limits.ts';
import { type LogStream, partsOf, type StreamKind } from '../../vocabulary/log-streams.ts';
import type { Logger } from '../logger.ts';
import { type Absorbed, inPieces, Pace } from './in-pieces.ts';
import { type Stamp, stamped } from './stamp.ts';

/** An append, and the revision that its log stream had in the state on which the command was decided. */
type Expecting = Append & {
  readonly revision: ExpectedRevision;
  readonly expects: NonNullable<Append['expects']>;
};

/** Log streams of these kinds have rules that span all their entries: one user for an address, always an owner, one stream for a name. */
const wholeStreamRules: ReadonlySet<StreamKind | undefined> = new Set(['directory', 'channels']);

/** Must be called in the same turn of the event loop as `decide`: after an `await` the state may be newer. */
export const expecting = (
  appends: readonly Append[],
  revisionOf: (stream: LogStream) => ExpectedRevision,
): readonly Expecting[] =>
  appends.map((append, index) => {
    const isUnchanged = index === 0 || wholeStreamRules.has(partsOf(append.stream)?.kind);
    const expects = append.expects ?? (isUnchanged ? 'unchanged' : 'any');
    return { ...append, expects, revision: expects === 'new' ? 'none' : revisionOf(append.stream) };
  });

/**
 * `position`: the position of the newest event. `leftOut`: events that were not appended, because of what others appended after the
 * decision.
 */
export type DecisionAppended =
  | { readonly ok: true; readonly position: number; readonly leftOut: readonly DomainEvent[] }
  | Extract<AppendResult, { ok: false }>;

/** How other work proceeds during a large decision. */
type Pacing = {
  readonly absorbed: Absorbed;
  /** Lets callers that wait for the same mutex run while the next piece waits. */
  readonly releaseDuring: ReleaseDuring;
  /** Resolves when everything that other processes have appended is folded. */
  readonly caughtUp: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Gives up after this many conflicts in a row. Each means that another process has appended. */
const attemptsMax = 20;

/** `eventIdAt`: gives the fixed id of each event, by its index in the decision. */
export async function appendDecision(
  log: EventLog,
  appends: readonly Expecting[],
  stamp: Stamp,
  eventIdAt: ((index: number) => string) | undefined,
  { absorbed, releaseDuring, caughtUp, logger }: Pacing,
): Promise<DecisionAppended> {
  const ready = await withStampedEvents(appends, stamp, eventIdAt);
  if (ready === 'too-large') return { ok: false, reason: ready };
  /** The newest revision of each log stream to which this decision has appended. */
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
      : await appendAfterOthers(log, { stream, events, still }, expected, caughtUp);
    if (result === 'left-out') {
      leftOut.push(...(events as readonly DomainEvent[]));
      continue;
    }
    if (!result.ok) {
      if (result.reason === 'conflict') await withdraw(log, ready, stamp, written, logger);
      return result;
    }
    written.set(stream, result.revision);
    position = Math.max(position, result.position);
    const wait = pace.appended(position, weight);
    if (!wait) continue;
    // Before the last exact piece, an append by others would be a conflict.
    haveOthersGone = index >= lastExact;
    await (haveOthersGone ? releaseDuring(wait) : wait());
  }
  return { ok: true, position, leftOut };
}

/**
 * `isExact`: the log stream must be at the same revision as at the decision. Outside of `wholeStreamRules`, only the first piece is exact.
 */
const piecesOf = ({ events, ...append }: Ready) =>
  inPieces(events).map((piece, index) => ({
    ...append,
    ...piece,
    isExact: append.expects !== 'any' && (index === 0 || wholeStreamRules.has(partsOf(append.stream)?.kind)),
  }));

type Ready = Omit<Expecting, 'events'> & { readonly events: readonly NewEvent[] };

/**
 * Stamps all events before the first one is appended, so that nothing is appended if one does not fit its schema, or is too large for the
 * log. A decision may contain about 250,000 subscriptions, so that this yields to the event loop.
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

const isTooLarge = (event: NewEvent): boolean => Buffer.byteLength(JSON.stringify(event)) > limits.eventBytesMax;

/**
 * Appends events to a log stream to which others have appended since the decision. An append with `still` is checked first, with
 * those events folded.
 */
async function appendAfterOthers(
  log: EventLog,
  { stream, events, still }: Pick<Ready, 'stream' | 'events' | 'still'>,
  expected: ExpectedRevision,
  caughtUp: () => Promise<void>,
): Promise<AppendResult | 'left-out'> {
  let result = await log.append(stream, events, expected);
  for (let attempts = 1; attempts < attemptsMax && !result.ok && result.reason === 'conflict'; attempts += 1) {
    if (still) {
      await caughtUp();
      if (!still()) return 'left-out';
    }
    result = await log.append(stream, events, result.actual);
  }
  return result;
}

/**
 * Withdraws the events of a decision that could not be completed, for example a person's name. An `EventsWithdrawn` event keeps their
 * leaves. Once it is sealed, the policy `erasure` truncates the log streams before it. The newest comes first, so that a person comes last:
 * the service withdraws a person without an account later (`src/assembly/sweepers.ts`), if this fails or the process ends before it.
 */
async function withdraw(
  log: EventLog,
  ready: readonly Ready[],
  stamp: Stamp,
  written: ReadonlyMap<LogStream, number>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  for (const { stream, expects, events } of [...ready].reverse()) {
    const revision = written.get(stream);
    if (expects !== 'new' || revision === undefined) continue;
    const leaves = events.slice(0, revision + 1).map((event) => leafOf({ ...event, stream }));
    const result = await log.append(stream, stamped([{ type: 'EventsWithdrawn', data: { leaves } }], stamp), revision);
    // A conflict means that another process has withdrawn them.
    if (result.ok || result.reason === 'conflict') continue;
    return logger.warn({ stream, reason: result.reason }, 'events of a decision were not withdrawn');
  }
}
