/** Compares the events of a log, in its order, with the ledger that the log contains. Only what is sealed counts. */
import { isOurs } from '../engine/follow/is-ours.ts';
import { inBase64 } from '../ledger/hashing.ts';
import { NoteRefused } from '../ledger/signed-note.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import { ledgerEvents } from '../vocabulary/events/ledger.ts';
import { type Absent, AbsentEvents, keepsAnotherLeaf } from './absent-events.ts';
import { type EventOfLedger, type ExaminedEvent, leafHashIn } from './examined-event.ts';
import type { Finding, Verified } from './finding.ts';
import { type KeptCheckpoint, whereFrom, whyNotSigned, whyUnlike } from './kept-checkpoints.ts';
import { type PendingEvent, PendingEvents, type Place } from './pending-events.ts';
import type { Removal } from './removal.ts';
import { SignedTree } from './signed-tree.ts';

export type ComparisonOrder = {
  readonly kept: readonly KeptCheckpoint[];
  /** Events whose leaf has a lower index are not compared with it. */
  readonly from: number;
  readonly found: (finding: Finding) => void;
  readonly now: () => number;
};

/** Events that were appended so recently need not be sealed. */
const unsealedMsMax = 60_000;

/** An event that no entry of the ledger names. */
type Stray = Place & { readonly kind: Finding['kind']; readonly why: string | undefined };

const strayAs =
  (kind: Finding['kind'], why?: (position: number) => string) =>
  ({ id, position }: Place): Stray => ({ id, position, kind, why: why?.(position) });

export class Comparison {
  readonly #order: ComparisonOrder;
  readonly #tree = new SignedTree();
  /** Events that no entry has named so far. Those that are not recorded in their current form may have been recorded before. */
  readonly #pending = new PendingEvents();
  /** Entries whose event has not been found so far. */
  readonly #absent = new AbsentEvents();
  /** The ids of events that differ from what was sealed. What they say counts for nothing. */
  readonly #changed = new Set<string>();
  /** Log streams whose erased events a legal hold keeps, and the events with which holds released log streams. */
  readonly #held = new Set<string>();
  readonly #released = new Map<string, string>();
  /** Events that cannot be read and that no entry names. Their ids may be empty. */
  readonly #unreadable = new Set<PendingEvent>();
  /** Events that no entry names although later events are sealed. */
  readonly #passedOver: Place[] = [];
  readonly #kept: KeptCheckpoint[];
  readonly #counts = { CHANGED: 0, MISSING: 0, UNSEALED: 0, ERASED: 0 };
  /** The position of the newest event that was read. */
  readUpTo = 0;
  /** The greatest position of an event whose leaf is in the tree. */
  #sealedUpTo = 0;
  events = 0;

  constructor(order: ComparisonOrder) {
    this.#order = order;
    this.#kept = [...order.kept].sort((a, b) => a.size - b.size);
  }

  take({ id, position, at, as, leaf, removal, ledger, isUnreadable }: ExaminedEvent): void {
    const event = { id, position, at, as, leaf, removal };
    this.readUpTo = position;
    if (ledger) this.#takeLedger(ledger);
    if (isUnreadable) this.#unreadable.add(event);
    if (as === 'recorded') this.events += 1;
    if (as !== 'unrecorded') this.#pending.add(event);
  }

  /** Whether events are absent from their place without a reason. */
  missesSome(): boolean {
    for (const [, absent] of this.#absent) if (this.#isMissing(absent)) return true;
    return false;
  }

  /** Called for every event of the last pass. A missing event may be elsewhere. */
  takeAgain(stream: string, { id, as }: ExaminedEvent): void {
    const absent = this.#absent.get(id);
    if (absent && this.#isMissing(absent))
      absent.elsewhere =
        as === 'recorded'
          ? 'it has another place in the log, or is sealed a second time'
          : `it is in the log stream ${stream}`;
  }

  end(): Verified {
    const left = this.#pending.left();
    const unsealed = left.filter(({ position }) => position > this.#sealedUpTo);
    const late = [...this.#passedOver, ...left.filter(({ position }) => position <= this.#sealedUpTo)];
    const strays = [
      ...late.map(strayAs('UNSEALED', () => 'later events are sealed')),
      ...this.#pending.duplicates.map(
        strayAs('CHANGED', (at) => `the event at position ${at} has the id of another one`),
      ),
      ...[...this.#unreadable].map(strayAs('CHANGED', (at) => `position ${at} cannot be read`)),
      ...unsealed.map(strayAs('UNSEALED')),
    ];
    const replaced = this.#absent.replacedBy(strays, (absent) => this.#isMissing(absent));
    for (const [id, absent] of this.#absent) this.#findAbsent(id, absent, replaced.get(id));
    for (const kept of this.#kept) this.#findUnreached(kept);
    const claimed = new Set(replaced.values());
    for (const stray of strays) {
      const { id, kind, why } = stray;
      if (!claimed.has(stray)) this.#find({ kind, index: null, event: id || null, ...(why !== undefined && { why }) });
    }
    const { CHANGED, MISSING } = this.#counts;
    const isWrong = CHANGED + MISSING + late.length > 0;
    const isBehind = unsealed.some(({ at }) => this.#order.now() - at > unsealedMsMax);
    return {
      size: this.#tree.size,
      root: inBase64(this.#tree.root()),
      events: this.events,
      counts: this.#counts,
      exit: isWrong ? 1 : isBehind ? 2 : 0,
    };
  }

  /** Whether no sealed event erased it, or a legal hold keeps it. */
  #isMissing({ erasure, elsewhere }: Absent): boolean {
    if (elsewhere !== undefined) return false;
    if (!erasure || this.#changed.has(erasure.by)) return true;
    const { stream } = erasure;
    const released = this.#released.get(stream);
    return this.#held.has(stream) && (released === undefined || this.#changed.has(released));
  }

  #findAbsent(event: string, absent: Absent, instead: Stray | undefined): void {
    const { index, elsewhere, erasure } = absent;
    if (elsewhere !== undefined) this.#find({ kind: 'CHANGED', index, event, why: elsewhere });
    else if (instead)
      this.#find({ kind: 'CHANGED', index, event, why: `${instead.id || 'something unreadable'} is in its place` });
    else if (!erasure || this.#isMissing(absent)) this.#find({ kind: 'MISSING', index, event });
    else if (keepsAnotherLeaf(absent))
      this.#find({ kind: 'CHANGED', index, event, why: `${erasure.by} keeps another leaf of it` });
    else this.#find({ kind: 'ERASED', index, event, by: erasure.by });
  }

  /** The ledger has fewer leaves than the checkpoint. */
  #findUnreached(kept: KeptCheckpoint): void {
    const unsigned = whyNotSigned(kept, this.#tree.keys);
    const why = `a kept checkpoint has ${kept.size} leaves${whereFrom(kept, this.#tree)}`;
    if (unsigned !== undefined) this.#find({ kind: 'CHANGED', index: null, event: null, why: unsigned });
    else this.#find({ kind: 'MISSING', index: this.#tree.size, event: null, why });
  }

  #find(finding: Finding): void {
    this.#counts[finding.kind] += 1;
    this.#order.found(finding);
  }

  #takeLedger(event: EventOfLedger): void {
    const { type, data, position } = event;
    try {
      if (!isOurs(event) || !(type in ledgerEvents)) throw new NoteRefused('it cannot be read');
      if (type === 'LedgerSealed') {
        this.#takeBatch(data as DataOf<'LedgerSealed'>);
        this.#absent.sealed(position);
      }
      if (type === 'LedgerBegan') this.#tree.began(data as DataOf<'LedgerBegan'>);
      if (type === 'LedgerKeyReplaced') this.#tree.keyReplaced(data as DataOf<'LedgerKeyReplaced'>);
    } catch (error) {
      if (!(error instanceof NoteRefused) && !(error instanceof TypeError)) throw error;
      const what = type || 'an event of the ledger';
      this.#find({ kind: 'CHANGED', index: null, event: null, why: `${what}: ${error.message}` });
    }
  }

  #takeBatch(batch: DataOf<'LedgerSealed'>): void {
    let newest = 0;
    for (const [id, hash] of batch.entries) {
      newest = Math.max(newest, this.#takeEntry(id, hash, this.#tree.size));
      this.#tree.add(hash);
      this.#compareKept();
    }
    this.#passedOver.push(...this.#pending.passedOver(newest));
    const wrong = this.#tree.whyWrong(batch);
    if (wrong !== undefined)
      this.#find({ kind: 'CHANGED', index: null, event: null, why: `checkpoint of ${batch.size}: ${wrong}` });
  }

  /** The position of the event; 0 if it is missing. */
  #takeEntry(id: string, hash: string, index: number): number {
    const event = this.#pending.take(id, hash);
    if (!event) {
      if (this.#absent.get(id)) this.#find({ kind: 'CHANGED', index, event: id, why: 'it is sealed a second time' });
      else this.#absent.add(id, { index, hash });
      return 0;
    }
    const { position, removal } = event;
    this.#absent.present(position);
    this.#unreadable.delete(event);
    if (removal) this.#takeRemoval(id, removal);
    const isCompared = index >= this.#order.from;
    if (isCompared && leafHashIn(event) !== hash) {
      this.#changed.add(id);
      this.#find({ kind: 'CHANGED', index, event: id });
    }
    // No leaf covers the position, but leaves are in the order of the log.
    if (isCompared && position < this.#sealedUpTo)
      this.#find({ kind: 'CHANGED', index, event: id, why: 'it is before an event of an earlier leaf' });
    this.#sealedUpTo = Math.max(this.#sealedUpTo, position);
    return position;
  }

  /**
   * Of an event that is sealed. So whoever lacks the key of the ledger can neither erase an event without being noticed, nor release it.
   */
  #takeRemoval(id: string, removal: Removal): void {
    this.#absent.erased(id, removal);
    for (const stream of removal.held) this.#held.add(stream);
    for (const stream of removal.released) this.#released.set(stream, id);
  }

  #compareKept(): void {
    while (this.#kept[0]?.size === this.#tree.size) {
      const why = whyUnlike(this.#kept.shift() as KeptCheckpoint, this.#tree.root(), this.#tree);
      if (why !== undefined) this.#find({ kind: 'CHANGED', index: this.#tree.size - 1, event: null, why });
    }
  }
}
