/**
 * A past state of one organization or of all: the state and the read models, folded from a history up to some event. The code that serves
 * the present folds them, into a separate store. A past can advance to a position or event by event. It has no commands, no policies and no
 * writable log, so that nothing happens twice.
 */
import type { Projection } from '../define/projection.ts';
import { decode } from '../engine/follow/decode.ts';
import { foldedOf } from '../engine/follow/folded-of.ts';
import { type Followed, follow } from '../engine/follow/follower.ts';
import type { Logger } from '../engine/logger.ts';
import { absorb, endsBatch } from '../engine/project/absorb.ts';
import { Backlog, batchMax } from '../engine/project/backlog.ts';
import { checkedView } from '../engine/project/checked-view.ts';
import { snapshotParts } from '../engine/snapshot/documents.ts';
import type { ClientEvent } from '../feed/client-event.ts';
import { feedModel, feedVersion } from '../feed/model.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import type { LogReader } from '../ports/log-reader.ts';
import type { Checkpoint, Lease, ReadStore, ReadView, Write } from '../ports/read-store.ts';
import { emptyServer, type ServerState } from '../state/realm-state.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { History } from './history.ts';
import { keepState, keptIn } from './kept-past.ts';
import type { DocumentChange } from './types.ts';

/** The changes that one event made. */
export type Step = {
  readonly event: Recorded;
  readonly changes: readonly DocumentChange[];
  readonly clientEvents: readonly ClientEvent[];
};

export type PastParts = {
  readonly history: History;
  /** An empty store, or one that contains a stored past. It is closed with the past. */
  readonly store: ReadStore;
  /** The log of a stored past. If the store contains a past of this log, it is continued; otherwise the store is emptied. */
  readonly keptOf?: Pick<LogReader, 'readStream'>;
  readonly projections: readonly Projection<object>[];
  readonly logger: Logger;
  /** Called for each event with its client events. Without it, only `listen` and `step` make client events. */
  readonly hear?: (event: Recorded, clientEvents: readonly ClientEvent[]) => void;
  /** Called before changed documents are written, by a batch or a step. */
  readonly change?: (changes: readonly DocumentChange[]) => void;
};

type StepOptions = {
  readonly before?: (event: Recorded) => void;
  readonly isWanted?: (event: Recorded) => boolean;
};

const holder = 'a replay';
const leaseMs = 2 ** 40;

export class Past {
  readonly state: ServerState;
  /** How many events this object has folded. */
  folded = 0;
  /** Types of events that this version does not know. */
  readonly unknownTypes = new Set<string>();
  readonly #parts: PastParts;
  readonly #lease: Lease;
  readonly #backlog = new Backlog();
  #checkpoint: Checkpoint;
  /** The documents that are being committed. */
  #written: readonly Write[] = [];
  #commit: Promise<void> | undefined;
  #events: AsyncIterator<StoredEvent> | undefined;
  /** An event that was read but not folded, because it comes after the end. */
  #ahead: StoredEvent | undefined;
  #readTo = 0;

  private constructor(parts: PastParts, lease: Lease, checkpoint: Checkpoint, state: ServerState) {
    this.#parts = parts;
    this.#lease = lease;
    this.#checkpoint = checkpoint;
    this.state = state;
    this.#readTo = checkpoint.position;
  }

  static async open(parts: PastParts): Promise<Past> {
    const { store, projections, keptOf, logger } = parts;
    const models = [...projections, { ...feedModel, version: feedVersion }];
    await store.open([...models, snapshotParts].map(({ name, indexes, postings }) => ({ name, indexes, postings })));
    const lease = await store.takeLease(holder, leaseMs);
    if (!lease) throw new Error('the store of a replay is used by another process');
    const versions = Object.fromEntries(models.map(({ name, version }) => [name, { version }]));
    const kept = keptOf && (await keptIn(store, keptOf, versions, logger));
    if (kept) return new Past(parts, lease, kept.checkpoint, kept.state);
    if (keptOf) await store.reset(lease);
    return new Past(parts, lease, { position: 0, models: versions, unknownTypes: [] }, emptyServer());
  }

  /** The position of the newest folded event. */
  get position(): number {
    return this.#readTo;
  }

  /** The models, with the organizations for which they could not absorb an event. */
  get models(): Checkpoint['models'] {
    return this.#checkpoint.models;
  }

  /** Folds everything up to a position, but at most `most` events. `folded` is called now and then with the number of events. */
  async advance(
    to: number,
    folded: (events: number) => void = () => undefined,
    most = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const last = this.folded + most;
    for (let stored = await this.#next(to); stored; stored = await this.#next(to)) {
      const followed = this.#follow(stored, this.#parts.hear !== undefined);
      if (followed && (await this.#push(followed))) folded(this.folded);
      if (this.folded >= last) break;
    }
    await this.#absorbAll();
  }

  /** Folds events up to a position, or until `hear`, which gets the client events of each event, returns true. */
  async listen(to: number, hear: (event: Recorded, clientEvents: readonly ClientEvent[]) => boolean): Promise<void> {
    for (let stored = await this.#next(to); stored; stored = await this.#next(to)) {
      const followed = this.#follow(stored, true);
      if (!followed) continue;
      await this.#push(followed);
      if (hear(followed.event, followed.clientEvents)) break;
    }
    await this.#absorbAll();
  }

  /**
   * Folds the next event, at most up to a position. Undefined if there is none. `before` is called right before the handlers. `isWanted`:
   * events that do not match are folded too, but not returned.
   */
  async step(
    to: number,
    { before = () => undefined, isWanted = () => true }: StepOptions = {},
  ): Promise<Step | undefined> {
    for (let stored = await this.#next(to); stored; stored = await this.#next(to)) {
      const event = decode(stored);
      const isNext = event !== undefined && isWanted(event);
      if (isNext) {
        await this.#absorbAll();
        before(event);
      }
      const followed = this.#follow(stored, isNext || this.#parts.hear !== undefined);
      if (!followed) continue;
      if (!isNext) {
        await this.#push(followed);
        continue;
      }
      const { event: folded, clientEvents } = followed;
      this.#parts.hear?.(folded, clientEvents);
      const changes = await this.#write([withoutClientEvents(followed)], true);
      await this.#commit;
      return { event: folded, changes, clientEvents };
    }
    await this.#absorbAll();
    return undefined;
  }

  /** Drops the event that was read ahead. It is read again, because it may have been erased in between. */
  async readAnew(): Promise<void> {
    await this.#events?.return?.();
    this.#events = undefined;
    this.#ahead = undefined;
  }

  /** The next event that would be folded, at most up to a position. */
  async peek(to: number): Promise<Recorded | undefined> {
    for (let stored = await this.#next(to); stored; stored = await this.#next(to)) {
      const event = decode(stored);
      if (event) {
        this.#ahead = stored;
        return event;
      }
      this.#follow(stored, false);
    }
    return undefined;
  }

  /** Runs `body` on one consistent view of the read models. */
  read<T>(body: (view: ReadView) => Promise<T>): Promise<T> {
    return this.#parts.store.snapshot((view) => body(checkedView(view)));
  }

  /** Stores the state beside the read models, so that a copy of the store can be continued. */
  async keep(): Promise<void> {
    await this.#absorbAll();
    await keepState(this.#parts.store, this.#lease, this.state, this.#checkpoint);
  }

  async close(): Promise<void> {
    await this.#events?.return?.();
    await this.#commit?.catch(() => undefined);
    await this.#parts.store.close();
  }

  async #next(to: number): Promise<StoredEvent | undefined> {
    let next = this.#ahead;
    this.#ahead = undefined;
    if (!next) {
      this.#events ??= this.#parts.history.readAll(this.#readTo)[Symbol.asyncIterator]();
      const result = await this.#events.next();
      // A later call continues, because a log may have grown.
      if (result.done) this.#events = undefined;
      else next = result.value;
    }
    if (next && next.position > to) {
      this.#ahead = next;
      return undefined;
    }
    return next;
  }

  #follow(stored: StoredEvent, isHeard: boolean): Followed | undefined {
    const event = decode(stored);
    this.folded += 1;
    this.#readTo = stored.position;
    if (event) return foldedOf(stored, () => follow(this.state, event, () => isHeard));
    this.unknownTypes.add(stored.type);
    return undefined;
  }

  /** Passes on the client events of an event. Returns true if it absorbed a batch. */
  async #push(followed: Followed): Promise<boolean> {
    this.#parts.hear?.(followed.event, followed.clientEvents);
    this.#backlog.push(withoutClientEvents(followed));
    if (this.#backlog.length < batchMax) return false;
    await this.#absorb();
    return true;
  }

  async #absorbAll(): Promise<void> {
    while (this.#backlog.length > 0) await this.#absorb();
    await this.#commit;
  }

  async #absorb(): Promise<void> {
    await this.#write(this.#backlog.next(this.#parts.projections), false);
  }

  /** Computes the writes of a batch while the batch before it is committed. Then it begins to commit them. */
  async #write(batch: readonly Followed[], wanted: boolean): Promise<readonly DocumentChange[]> {
    const { store, projections, change } = this.#parts;
    const first = batch[0];
    const isWatched = wanted || change !== undefined;
    if (isWatched || (first && endsBatch(projections, first.event))) await this.#settled();
    const { writes, checkpoint } = await absorb(
      { ...this.#parts, now: Date.now },
      batch,
      this.#checkpoint,
      this.#written,
    );
    const changes = isWatched ? await this.#changesOf(writes) : [];
    change?.(changes);
    if (this.#commit !== undefined) store.prepare?.(writes);
    await this.#settled();
    this.#checkpoint = checkpoint;
    this.#written = writes;
    this.#commit = store.commit(writes, checkpoint, this.#lease);
    // The commit is awaited before the next one, and at the end.
    this.#commit.catch(() => undefined);
    return changes;
  }

  async #settled(): Promise<void> {
    await this.#commit;
    this.#commit = undefined;
    this.#written = [];
  }

  async #changesOf(writes: readonly Write[]): Promise<readonly DocumentChange[]> {
    return this.#parts.store.snapshot(async (view) => {
      const changes: DocumentChange[] = [];
      for (const model of new Set(writes.map((write) => write.model))) {
        const own = writes.filter((write) => write.model === model);
        const known = this.#parts.projections.find(({ name }) => name === model) ?? feedModel;
        const ids = own.map(({ id }) => id);
        const documents = await view.getMany<object>({ ...known, document: {} }, ids);
        for (const [at, write] of own.entries()) {
          const [before, after] = [documents[at], write.op === 'put' ? write.document : undefined];
          if (JSON.stringify(before) !== JSON.stringify(after)) changes.push({ model, id: write.id, before, after });
        }
      }
      return changes;
    });
  }
}

/** Client events are passed on when they are made. They are not stored a second time. */
const withoutClientEvents = (followed: Followed): Followed => ({ ...followed, clientEvents: [] });
