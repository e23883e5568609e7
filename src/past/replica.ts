/**
 * An organization as it was: a replica beside the live one, with the same folding, projections and endpoints over read models that
 * are thrown away. It is given a log that can only be read. It goes forward, never back.
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
import { erasuresAfter, knownErasures, learnErasures } from './known-erasures.ts';
import { type Heard, type Listening, toldTo } from './listening.ts';
import { pastServices } from './past-services.ts';
import { type Stepped, stepsOf } from './stepping.ts';

export type ReplicaParts = {
  readonly reader: LogReader;
  readonly realmId: RealmId;
  readonly config: Config;
  /** Its store is empty, or the copy that `copy` describes. */
  readonly tools: ReplayTools;
  readonly copy?: Kept | undefined;
  /** The file with what is known of erasures, if there is one. */
  readonly erasures?: string | undefined;
  readonly endpoints: readonly AnyEndpoint[];
  readonly texts: TextWork;
};

/** `tail`: the end of the log, up to which it is known what was erased since. */
export type Target = { readonly position: number; readonly tail: number };

/** Goes forward by this many events, up to a position at most. `tail`: as above. */
export type Along = { readonly to: number; readonly tail: number; readonly events: number };

/** Where a replica is, or is going: it reads no further. */
type Bound = { position: number };

type Own = { readonly past: Past; readonly erased: ErasedStreams; readonly bound: Bound };

export class Replica {
  readonly #parts: ReplicaParts;
  readonly #store: CopiedStore;
  readonly #past: Past;
  readonly #erased: ErasedStreams;
  readonly #bound: Bound;
  /** Where it began. */
  readonly #copy: Kept | undefined;
  /** What was erased up to here is known. */
  #knownTo: number | undefined;
  /** The latest time at which the id of an event was made that it may have folded. */
  #idMax: number;
  /** Of the moment in use. */
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
   * Goes forward to a position. False where it holds something that was erased since, or is beyond the position already: it can be used no
   * more. `folded` is called now and then with the number of events.
   */
  async goTo({ position, tail }: Target, folded?: (events: number) => void): Promise<boolean> {
    if (position < this.#bound.position || !(await this.#learn(position, tail))) return false;
    this.#bound.position = position;
    await this.#past.advance(position, folded);
    return true;
  }

  /** The same, by some number of events; fewer where it comes to the end. */
  async along({ to, tail, events }: Along): Promise<{ readonly folded: number } | false> {
    if (!(await this.#learn(this.#past.position, tail))) return false;
    this.#bound.position = to;
    await this.#past.advance(to, undefined, events);
    return { folded: this.#folded };
  }

  /** Writes a copy of itself into an empty folder, from which another replica can begin. */
  async keep(folder: string): Promise<Kept> {
    await this.#past.keep();
    await this.#store.copyTo(folder);
    const { position } = this.#past;
    return { position, folded: this.#folded, knownTo: this.#knownTo ?? position, idMax: this.#idMax };
  }

  /** Learns all erasures up to the end of the log, and keeps them for other replicas. */
  async learn(tail: number): Promise<{ readonly events: number }> {
    const { erasures, realmId, reader } = this.#parts;
    if (erasures === undefined) throw new Error('there is no file for what is known of erasures');
    const { events } = await learnErasures(erasures, realmId, reader, tail);
    return { events };
  }

  /** The state at the moment that it is at. */
  get state(): ServerState {
    return this.#past.state;
  }

  /** Throws what the endpoint throws. */
  async answer(viewing: Viewing, now: Millis): Promise<{ answer: Answer | RawAnswer | Lines; charged: number }> {
    const endpoint = this.#parts.endpoints.find(({ id }) => id === viewing.endpoint);
    if (!endpoint) throw new Error(`there is no endpoint ${viewing.endpoint}`);
    if (!this.#past.state.realms.get(viewing.realmId)?.directory.accounts.has(viewing.userId))
      throw new ProblemError(invalid('Verbatim-As-User names a user who had no account then'));
    let charged = 0;
    const answer = await viewed(endpoint, viewing, this.#servicesAt(now), (requests) => {
      charged += requests;
    });
    return { answer, charged };
  }

  /** Goes forward by single events. */
  steps(limit: number): Promise<Stepped> {
    const { realmId } = this.#parts;
    const events: EventReader = (...asked) => this.#eventsUpTo(this.#past.position, ...asked);
    return this.#forward((end) => stepsOf(this.#past, { realmId, events, end, limit }));
  }

  /** Goes forward, and collects what an event queue would have been told. */
  told(to: Listening): Promise<Heard> {
    return this.#forward((end) => toldTo(this.#past, this.#parts.realmId, to, end));
  }

  /** The events up to a position, as lines of an export, without what is known to be erased. */
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

  /** Learns what was erased since. False where something of it was folded already. */
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

  /** Whether something that an event erases was folded. Where the event does not say what it erases, it may have been. */
  async #holds(event: Erasing): Promise<boolean> {
    const erased = erasedIds(event);
    if (erased.length === 0) return true;
    const ids = erased.map((id) => trailEventId(this.#parts.realmId, id));
    const found = await this.#past.read((view) => view.getMany(trailEvents, ids));
    return found.some((document) => document !== undefined && !isErased(document));
  }

  /** `end`: what was erased since is known up to there. */
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

/** Tells of every event that is read. */
const noting = (history: History, note: (event: StoredEvent) => void): History => ({
  async *readAll(after) {
    for await (const event of history.readAll(after)) {
      note(event);
      yield event;
    }
  },
});
