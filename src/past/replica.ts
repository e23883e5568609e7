/**
 * An organization as it was: a replica beside the live one, with the same folding, projections and endpoints over read models that
 * are thrown away. It is given a log that can only be read. It goes forward, never back.
 */
import { isErased, trail, trailDocumentId } from '../../projections/trail.ts';
import { ErasedStreams, erasesBefore } from '../audit/export-scope.ts';
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
import type { EventReader } from '../queries/trail/names.ts';
import type { TextWork } from '../rendering/text-work.ts';
import { isOf, scoped } from '../replay/history.ts';
import type { ReplayTools } from '../replay/opened-replay.ts';
import { Past } from '../replay/past.ts';
import type { ServerState } from '../state/realm-state.ts';
import { eventTypeNamed } from '../vocabulary/events/index.ts';
import { idOfLeaf, type KeptLeaf } from '../vocabulary/events/leaf.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { exportedLines } from './exported.ts';
import { type Heard, type Listening, toldTo } from './listening.ts';
import { pastServices } from './past-services.ts';
import { type Stepped, stepsOf } from './stepping.ts';

export type ReplicaParts = {
  readonly reader: LogReader;
  readonly realmId: RealmId;
  readonly config: Config;
  readonly tools: ReplayTools;
  readonly endpoints: readonly AnyEndpoint[];
  readonly texts: TextWork;
};

/** `tail`: the end of the log, up to which it is known what was erased since. */
export type Target = { readonly position: number; readonly tail: number };

/** Where a replica is, or is going: it reads no further. */
type Bound = { position: number };

export class Replica {
  readonly #parts: ReplicaParts;
  readonly #past: Past;
  readonly #erased: ErasedStreams;
  readonly #bound: Bound;
  /** What was erased up to here is known. */
  #knownTo: number | undefined;
  /** Of the moment in use. */
  #services: { readonly now: Millis; readonly position: number; readonly services: Services } | undefined;

  private constructor(parts: ReplicaParts, past: Past, erased: ErasedStreams, bound: Bound) {
    this.#parts = parts;
    this.#past = past;
    this.#erased = erased;
    this.#bound = bound;
  }

  static async open(parts: ReplicaParts): Promise<Replica> {
    const { reader, realmId, tools } = parts;
    const erased = new ErasedStreams();
    const bound: Bound = { position: 0 };
    const history = { readAll: (after: number) => reader.readAll(after, bound.position) };
    const past = await Past.open({
      history: scoped(history, { realmId, isErased: (event) => erased.has(event) }),
      store: await tools.openStore(),
      projections: tools.projections,
      logger: tools.logger,
    });
    return new Replica(parts, past, erased, bound);
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

  /** Goes forward, and hears what a queue would have been told. */
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

  /** Learns what was erased since. False where something of it was folded already. */
  async #learn(position: number, tail: number): Promise<boolean> {
    for await (const event of this.#parts.reader.readAll(this.#knownTo ?? position, tail)) {
      if (!isOf(event, this.#parts.realmId)) continue;
      if (changesErasures(event) && this.#past.folded > 0 && (await this.#holds(event))) return false;
      this.#erased.see(event);
    }
    this.#knownTo = Math.max(tail, this.#knownTo ?? 0);
    return true;
  }

  /** Whether something that an event erases was folded. Where the event does not say what it erases, it may have been. */
  async #holds({ data }: StoredEvent): Promise<boolean> {
    const { leaves } = data as { readonly leaves?: readonly KeptLeaf[] };
    if (!leaves || leaves.length === 0) return true;
    const ids = leaves.map((leaf) => trailDocumentId(this.#parts.realmId, idOfLeaf(leaf)));
    const found = await this.#past.read((view) => view.getMany(trail, ids));
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

/** Whether an event erases something, or changes what is erased because it is held. */
function changesErasures(event: StoredEvent): boolean {
  const type = eventTypeNamed(event.type);
  return erasesBefore(event) || type === 'DeletionHeld' || type === 'HeldDeletionsEnded';
}
