/**
 * Verifies a ledger against the log in one pass: every event against its leaf, every leaf against the tree, and the tree against its
 * signatures and against checkpoints that somebody has kept. It trusts only the log's bytes and the kept checkpoints.
 */
import { Breaks } from '../define/breaks.ts';
import { isOurs } from '../engine/follow/is-ours.ts';
import { inBase64 } from '../ledger/hashing.ts';
import { NoteRefused } from '../ledger/signed-note.ts';
import type { LogToVerify } from '../ports/log-to-verify.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import { ledgerEvents } from '../vocabulary/events/ledger.ts';
import { allPrefixes } from '../vocabulary/log-streams.ts';
import { AbsentEvents, type Unclaimed } from './absent-events.ts';
import { type Doubtful, DoubtfulEvents, leafHashIn } from './doubtful-events.ts';
import {
  type EventOfLedger,
  type Examination,
  type ExaminedEvent,
  examinationModule,
  examine,
} from './examined-event.ts';
import { type KeptCheckpoint, whereFrom, whyNotSigned, whyUnlike } from './kept-checkpoints.ts';
import { SignedTree } from './signed-tree.ts';

/** `index`: the index of the leaf. Null for an event without a leaf, and for a checkpoint. */
export type Finding = {
  readonly kind: 'CHANGED' | 'MISSING' | 'UNSEALED' | 'ERASED';
  readonly index: number | null;
  readonly event: string | null;
  /** The event that erased it. */
  readonly by?: string;
  readonly why?: string;
};

export type Verified = {
  readonly size: number;
  readonly root: string;
  readonly events: number;
  readonly counts: Readonly<Record<Finding['kind'], number>>;
  /** 0: intact. 1: something was changed or is missing. 2: sealing is behind. */
  readonly exit: 0 | 1 | 2;
};

type VerificationOrder = {
  readonly realmId: number;
  readonly kept: readonly KeptCheckpoint[];
  /** Events whose leaf has a lower index are not compared with it. */
  readonly from: number;
  readonly found: (finding: Finding) => void;
  readonly progress: (events: number) => void;
  readonly now: () => number;
  /** How many events may wait to be read again. */
  readonly doubtfulMax?: number;
};

/** Events that were appended so recently need not be sealed. */
const unsealedMsMax = 60_000;

export async function verifyLedger(
  log: Pick<LogToVerify, 'readAll' | 'readParts'>,
  order: VerificationOrder,
): Promise<Verified> {
  const verification = new Verification(order);
  const { realmId, from } = order;
  const examination = { realmId, isHashed: from === 0 };
  const breaks = new Breaks();
  for await (const part of examinedIn(log, examination)) {
    for (const examined of part) {
      verification.take(examined);
      if (verification.doubtful.isFull) verification.changed(await verification.doubtful.changed(log, examination));
      if (breaks.isDue) await breaks.take();
    }
    order.progress(verification.events);
  }
  verification.changed(await verification.doubtful.changed(log, examination));
  // The whole log is read again only if something is missing, because most logs are intact.
  if (verification.missesSome())
    for await (const event of log.readAll(0)) verification.takeAgain(event.stream, examine(event, examination));
  return verification.end();
}

/** Without hashes, the results contain whole events, which are too long to send between threads. */
async function* examinedIn(
  log: Pick<LogToVerify, 'readAll' | 'readParts'>,
  examination: Examination,
): AsyncGenerator<Iterable<ExaminedEvent>> {
  // A start also reads the events that are not recorded.
  const prefixes = allPrefixes(examination.realmId);
  if (!examination.isHashed || !log.readParts)
    for await (const event of log.readAll(0, prefixes)) yield [examine(event, examination)];
  else for await (const part of log.readParts<ExaminedEvent[]>(examinationModule, examination, prefixes)) yield part;
}

/** `after`: the position of the previous event. */
type Unsealed = Pick<ExaminedEvent, 'position' | 'at' | 'leaf'> & { readonly after: number };

class Verification {
  readonly #order: VerificationOrder;
  readonly #tree = new SignedTree();
  /** Recorded events that no batch has named, in the order of the log. */
  readonly #unsealed = new Map<string, Unsealed>();
  /** Events that are not recorded in their current form, but may have been. */
  readonly #others = new Map<string, Unsealed>();
  /**
   * Erased events by id. `by`: the event that erased them and contains their leaves. `hash`: the hash of the leaf, if it is of version 2.
   * Events whose leaf is known to equal that in the ledger are left out.
   */
  readonly #erased = new Map<string, { readonly hash: string | undefined; readonly by: string }>();
  /** Entries whose event has not been found so far. */
  readonly #absent = new AbsentEvents();
  /** Entries whose event seems to differ from what was sealed. */
  readonly doubtful: DoubtfulEvents;
  /** The explanations for events that are absent from their place. */
  readonly #whys = new Map<string, string>();
  /** Events that cannot be read and that no entry names, with their ids, which may be empty. */
  readonly #unreadable = new Map<Unsealed, string>();
  /** Events that no entry names although later events are sealed. */
  readonly #unclaimed: Unclaimed[] = [];
  readonly #kept: KeptCheckpoint[];
  readonly #counts = { CHANGED: 0, MISSING: 0, UNSEALED: 0, ERASED: 0 };
  #last = 0;
  /** The greatest position of an event whose leaf is in the tree. */
  #sealedUpTo = 0;
  events = 0;

  constructor(order: VerificationOrder) {
    this.#order = order;
    this.doubtful = new DoubtfulEvents(order.doubtfulMax);
    this.#kept = [...order.kept].sort((a, b) => a.size - b.size);
  }

  take(examined: ExaminedEvent): void {
    const { id, position, at, leaf } = examined;
    const recorded = { position, at, leaf, after: this.#last };
    this.#last = position;
    if (examined.ledger) this.#takeLedger(examined.ledger);
    if (examined.isUnreadable) this.#unreadable.set(recorded, id);
    if (examined.as === 'other') this.#others.set(id, recorded);
    if (examined.as !== 'recorded') return;
    this.events += 1;
    this.#unsealed.set(id, recorded);
    this.#keepLeaves(examined);
  }

  #keepLeaves({ id: by, kept = [] }: ExaminedEvent): void {
    for (const { id, hash } of kept) {
      const absent = this.#absent.get(id);
      if (absent && (hash ?? absent.hash) === absent.hash) {
        absent.erasedBy = by;
        this.#erased.delete(id);
      } else this.#erased.set(id, { hash, by });
    }
  }

  changed(events: readonly Doubtful[]): void {
    for (const { index, id } of events) this.#find({ kind: 'CHANGED', index, event: id });
  }

  /** Whether events are absent from their place and no other event contains their leaf. */
  missesSome(): boolean {
    for (const [id, { erasedBy }] of this.#absent) if (erasedBy === undefined && !this.#erased.has(id)) return true;
    return false;
  }

  /** Called for every event of the second pass. A missing event may be elsewhere, or may have been erased during the first pass. */
  takeAgain(stream: string, examined: ExaminedEvent): void {
    const isRecorded = examined.as === 'recorded';
    if (this.#absent.get(examined.id))
      this.#whys.set(
        examined.id,
        isRecorded
          ? 'it has another place in the log, or is sealed a second time'
          : `it is in the log stream ${stream}`,
      );
    if (isRecorded) this.#keepLeaves(examined);
  }

  end(): Verified {
    const isOf = (id: string): boolean =>
      this.#absent.get(id)?.erasedBy === undefined && !this.#erased.has(id) && !this.#whys.has(id);
    const unsealed = [...this.#unsealed].map(([id, { position }]) => ({ id, position }));
    const unreadable = [...this.#unreadable].map(([{ position }, id]) => ({ id, position }));
    const replaced = this.#absent.replacedBy([...this.#unclaimed, ...unreadable, ...unsealed], isOf);
    for (const { id } of replaced.values()) this.#unsealed.delete(id);
    for (const [event, { index, hash, erasedBy }] of this.#absent) {
      const erased = this.#erased.get(event) ?? (erasedBy === undefined ? undefined : { hash, by: erasedBy });
      const why = this.#whys.get(event);
      const by = replaced.get(event);
      if (why !== undefined) this.#find({ kind: 'CHANGED', index, event, why });
      else if (by)
        this.#find({ kind: 'CHANGED', index, event, why: `${by.id || 'something unreadable'} is in its place` });
      else if (!erased) this.#find({ kind: 'MISSING', index, event });
      else if (erased.hash !== undefined && erased.hash !== hash)
        this.#find({ kind: 'CHANGED', index, event, why: `${erased.by} keeps another leaf of it` });
      else this.#find({ kind: 'ERASED', index, event, by: erased.by });
    }
    for (const kept of this.#kept) {
      const unsigned = whyNotSigned(kept, this.#tree.keys);
      if (unsigned !== undefined) this.#find({ kind: 'CHANGED', index: null, event: null, why: unsigned });
      else
        this.#find({
          kind: 'MISSING',
          index: this.#tree.size,
          event: null,
          why: `a kept checkpoint has ${kept.size} leaves${whereFrom(kept, this.#tree)}`,
        });
    }
    const claimed = new Set(replaced.values());
    for (const unclaimed of this.#unclaimed) {
      if (claimed.has(unclaimed)) continue;
      this.#find({ kind: 'UNSEALED', index: null, event: unclaimed.id, why: 'later events are sealed' });
    }
    for (const one of unreadable) {
      if (claimed.has(one)) continue;
      const why = `position ${one.position} cannot be read`;
      this.#find({ kind: 'CHANGED', index: null, event: one.id || null, why });
    }
    let isBehind = false;
    for (const [id, event] of this.#unsealed) {
      this.#find({ kind: 'UNSEALED', index: null, event: id });
      isBehind ||= this.#order.now() - event.at > unsealedMsMax;
    }
    const isWrong = this.#counts.CHANGED + this.#counts.MISSING > 0 || this.#unclaimed.length > 0;
    return {
      size: this.#tree.size,
      root: inBase64(this.#tree.root()),
      events: this.events,
      counts: this.#counts,
      exit: isWrong ? 1 : isBehind ? 2 : 0,
    };
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
    for (const [id, { position }] of this.#unsealed) {
      if (position > newest) break;
      this.#unsealed.delete(id);
      this.#unclaimed.push({ id, position });
    }
    const wrong = this.#tree.whyWrong(batch);
    if (wrong !== undefined)
      this.#find({ kind: 'CHANGED', index: null, event: null, why: `checkpoint of ${batch.size}: ${wrong}` });
  }

  /** The position of the event; 0 if it is missing. */
  #takeEntry(id: string, hash: string, index: number): number {
    const event = this.#unsealed.get(id) ?? this.#others.get(id);
    if (!event) {
      this.#absent.add(id, { index, hash });
      return 0;
    }
    const { position, after } = event;
    this.#absent.present(position);
    this.#unsealed.delete(id);
    this.#unreadable.delete(event);
    const isCompared = index >= this.#order.from;
    if (isCompared && leafHashIn(event) !== hash) this.doubtful.add({ position, after, index, id, hash });
    // No leaf covers the position, but leaves are in the order of the log.
    if (isCompared && position < this.#sealedUpTo)
      this.#find({ kind: 'CHANGED', index, event: id, why: 'it is before an event of an earlier leaf' });
    this.#sealedUpTo = Math.max(this.#sealedUpTo, position);
    return position;
  }

  #compareKept(): void {
    while (this.#kept[0]?.size === this.#tree.size) {
      const why = whyUnlike(this.#kept.shift() as KeptCheckpoint, this.#tree.root(), this.#tree);
      if (why !== undefined) this.#find({ kind: 'CHANGED', index: this.#tree.size - 1, event: null, why });
    }
  }
}
