/**
 * A replica of an organization at an earlier moment. It uses the same folding, projections and endpoints as the live service, on temporary
 * read models. Its log can only be read. A replica can only advance.
 */
import { isErased, trailEventId, trailEvents } from '../../projections/trail.ts';
import { ErasedStreams } from '../audit/export-scope.ts';
import type { Config } from '../config.ts';
import type { Answer, Lines, RawAnswer } from '../define/endpoint.ts';
import { decode } from '../engine/follow/decode.ts';
import type { AnyEndpoint } from '../http/define-endpoint.ts';
import { type Viewing, viewed } from '../http/past/viewed.ts';
import { invalid } from '../http/request/parameter-errors.ts';
import { ProblemError } from '../http/response/problem.ts';
import type { Services } from '../http/services.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import type { LogReader } from '../ports/log-reader.ts';
import type { CopiedStore } from '../ports/read-store.ts';
import type { EventReader } from '../queries/trail/names.ts';
import type { TextWork } from '../rendering/text-work.ts';
import { type History, isOf, scoped } from '../replay/history.ts';
import type { ReplayTools } from '../replay/opened-replay.ts';
import { Past } from '../replay/past.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import type { Kept } from './copies/manifest.ts';
import { changesErasures, type Erasing, erasedIds, idTime } from './erasing.ts';
import { exportedLines } from './exported.ts';
import { type CollectedEvents, clientEventsOf, type HypotheticalQueue } from './hypothetical-queue.ts';
import { erasuresAfter, knownErasures, learnErasures } from './known-erasures.ts';
import { pastServices } from './past-services.ts';
import { type Stepped, stepsOf } from './stepping.ts';

type ReplicaParts = {
  readonly reader: LogReader;
  readonly realmId: RealmId;
  readonly config: Config;
  /** The tools, whose store is either empty or the copy that `copy` describes. */
  readonly tools: ReplayTools;
  readonly copy?: Kept | undefined;
  /** The file of known erasures, if there is one. */
  readonly erasures?: string | undefined;
  readonly endpoints: readonly AnyEndpoint[];
  readonly texts: TextWork;
};

/** `tail`: the end of the log. Everything that was erased up to there is taken into account. */
export type Target = { readonly position: number; readonly tail: number };

/** Advances by this many events, but not beyond `to`. `tail`: as in `Target`. */
type Advance = { readonly to: number; readonly tail: number; readonly events: number };

/** The position that a replica is at or is moving to. It reads no event after it. */
type Bound = { position: number };

type Own = { readonly past: Past; readonly erased: ErasedStreams; readonly bound: Bound };

export class Replica {
  readonly #parts: ReplicaParts;
  readonly #store: CopiedStore;
  readonly #past: Past;
  readonly #erased: ErasedStreams;
  readonly #bound: Bound;
  /** The copy at which it began. */
  readonly #copy: Kept | undefined;
  /** All erasures up to this position are known. */
  #knownTo: number | undefined;
  /** The latest time in an event id that it may have folded. */
  #idMax: number;
  /** The services of the current moment. */
  #services: { readonly now: Millis; readonly position: number; readonly services: Services } | undefined;

  private constructor(parts: ReplicaParts, store: CopiedStore, own: Own) {
    this.#parts = parts;
    this.#store = store;
    this.#past = own.past;
    this.#erased = own.erased;
    this.#bound = own.bound;
    this.#copy = own.past.position > 0 ? parts.copy : undefined;
    this.#idMax = this.#copy?.idMax ?? 0;
  }

  static async open(parts: ReplicaParts): Promise<Replica> {
    const { reader, realmId, tools } = parts;
    const erased = new ErasedStreams();
    const bound: Bound = { position: 0 };
    const history = scoped(
      { readAll: (after) => reader.readAll(after, bound.position) },
      { realmId, isErased: (event) => erased.has(event) },
    );
    const store = await tools.openStore();
    const past = await Past.open({
      history: noting(history, ({ id }) => replica.#noteId(id)),
      store,
      ...(parts.copy && { keptOf: reader }),
      projections: tools.projections,
      logger: tools.logger,
    });
    const replica = new Replica(parts, store, { past, erased, bound });
    return replica;
  }

  /** Types of events that this version does not know. They are left out. */
  get unknownTypes(): ReadonlySet<string> {
    return this.#past.unknownTypes;
  }

  get isBegunFromCopy(): boolean {
    return this.#copy !== undefined;
  }

  /**
   * Advances to a position. False if the replica has folded something that was erased since, or is already beyond the position; then it can
   * no longer be used. `folded` is called now and then with the number of events.
   */
  async goTo({ position, tail }: Target, folded?: (events: number) => void): Promise<boolean> {
    if (position < this.#bound.position || !(await this.#learn(position, tail))) return false;
    this.#bound.position = position;
    await this.#past.advance(position, folded);
    return true;
  }

  /** Advances by a number of events, or by fewer at the end. Resolves to false in the same cases as `goTo`. */
  async advance({ to, tail, events }: Advance): Promise<{ readonly folded: number } | false> {
    if (!(await this.#learn(this.#past.position, tail))) return false;
    this.#bound.position = to;
    await this.#past.advance(to, undefined, events);
    return { folded: this.#folded };
  }

  /** Writes a copy of itself into an empty folder. Another replica can begin at that copy. */
  async keep(folder: string): Promise<Kept> {
    await this.#past.keep();
    await this.#store.copyTo(folder);
    const { position } = this.#past;
    return { position, folded: this.#folded, knownTo: this.#knownTo ?? position, idMax: this.#idMax };
  }

  /** Reads all erasures up to the end of the log, and stores them for other replicas. */
  async learn(tail: number): Promise<{ readonly events: number }> {
    const { erasures, realmId, reader } = this.#parts;
    if (erasures === undefined) throw new Error('there is no file of known erasures');
    const { events } = await learnErasures(erasures, realmId, reader, tail);
    return { events };
  }

  /** The state at the current moment. */
  get state(): ServerState {
    return this.#past.state;
  }

  /** Throws what the endpoint throws. `gone`: aborted when the client has left. */
  async answer(
    viewing: Viewing,
    now: Millis,
    gone: AbortSignal,
  ): Promise<{ answer: Answer | RawAnswer | Lines; charged: number }> {
    const endpoint = this.#parts.endpoints.find(({ id }) => id === viewing.endpoint);
    if (!endpoint) throw new Error(`there is no endpoint ${viewing.endpoint}`);
    if (!this.#past.state.realms.get(viewing.realmId)?.directory.accounts.has(viewing.userId))
      throw new ProblemError(invalid('Verbatim-As-User names a user who had no account then'));
    let charged = 0;
    const charge = (requests: number): void => {
      charged += requests;
    };
    const answer = await viewed(endpoint, viewing, this.#servicesAt(now), { charge, gone: () => gone });
    return { answer, charged };
  }

  /** Advances event by event. */
  steps(limit: number): Promise<Stepped> {
    const { realmId } = this.#parts;
    const events: EventReader = (...asked) => this.#eventsUpTo(this.#past.position, ...asked);
    return this.#forward((end) => stepsOf(this.#past, { realmId, events, end, limit }));
  }

  /** Advances, and collects the client events that an event queue would have got. */
  clientEvents(queue: HypotheticalQueue): Promise<CollectedEvents> {
    return this.#forward((end) => clientEventsOf(this.#past, this.#parts.realmId, queue, end));
  }

  /** The events up to a position, as lines of an export, without the known erasures. */
  exported(upTo: number): AsyncIterable<string> {
    const { reader, realmId } = this.#parts;
    return exportedLines(reader, { realmId, upTo, tail: Math.max(upTo, this.#knownTo ?? 0) });
  }

  async close(): Promise<void> {
    await this.#past.close();
  }

  get #folded(): number {
    return (this.#copy?.folded ?? 0) + this.#past.folded;
  }

  #noteId(id: string): void {
    this.#idMax = Math.max(this.#idMax, idTime(id) ?? 0);
  }

  /** Reads the erasures up to `tail`. False if something that they erase was already folded. */
  async #learn(position: number, tail: number): Promise<boolean> {
    const copy = this.#copy;
    const from = this.#knownTo ?? copy?.position ?? position;
    for await (const event of this.#erasing(from, tail)) {
      const isNew = event.position > (copy?.knownTo ?? 0);
      if (isNew && this.#past.position > 0 && (await this.#holds(event))) return false;
      this.#erased.see(event);
    }
    this.#knownTo = Math.max(tail, this.#knownTo ?? 0);
    return true;
  }

  async *#erasing(from: number, tail: number): AsyncGenerator<Erasing> {
    const { erasures, reader, realmId } = this.#parts;
    const isFirst = this.#knownTo === undefined;
    const known = isFirst && erasures !== undefined ? await knownErasures(erasures, reader) : undefined;
    const kept = erasuresAfter(known, from);
    if (kept) yield* kept;
    for await (const event of reader.readAll((kept && known?.upTo) ?? from, tail))
      if (isOf(event, realmId) && changesErasures(event)) yield event;
  }

  /** Whether something that an event erases was folded. If the event does not name what it erases, the answer is yes. */
  async #holds(event: Erasing): Promise<boolean> {
    const erased = erasedIds(event);
    if (erased.length === 0) return true;
    const ids = erased.map((id) => trailEventId(this.#parts.realmId, id));
    const found = await this.#past.read((view) => view.getMany(trailEvents, ids));
    return found.some((document) => document !== undefined && !isErased(document));
  }

  /** `end`: the position up to which all erasures are known. */
  async #forward<T>(work: (end: number) => Promise<T>): Promise<T> {
    const end = Math.max(this.#knownTo ?? 0, this.#bound.position);
    this.#bound.position = end;
    try {
      return await work(end);
    } finally {
      await this.#past.readAnew();
      this.#bound.position = this.#past.position;
    }
  }

  async #eventsUpTo(position: number, ...[stream, from, limit]: Parameters<EventReader>): ReturnType<EventReader> {
    const found = await this.#parts.reader.readStream(stream, { from, limit });
    return found.flatMap((stored) =>
      stored.position > position || this.#erased.has(stored) ? [] : (decode(stored) ?? []),
    );
  }

  #servicesAt(now: Millis): Services {
    const position = this.#bound.position;
    if (this.#services?.now === now && this.#services.position === position) return this.#services.services;
    const { config, texts } = this.#parts;
    const services = pastServices({
      config,
      state: this.#past.state,
      read: (body) => this.#past.read(body),
      events: (...asked) => this.#eventsUpTo(position, ...asked),
      texts,
      now,
    });
    this.#services = { now, position, services };
    return services;
  }
}

/** A history that calls `note` for every event that is read. */
const noting = (history: History, note: (event: StoredEvent) => void): History => ({
  async *readAll(after) {
    for await (const event of history.readAll(after)) {
      note(event);
      yield event;
    }
  },
});
