/**
 * Executing commands: prepare, decide on the state as folded, append with the revisions decided on, and on a conflict decide again
 * on what has happened meanwhile. No command knows of concurrency, no caller of log streams.
 */
import type { Actor, Command, Context, Decision, Tools } from '../../define/command.ts';
import { foldAggregate } from '../../define/handlers.ts';
import { KeyedMutex } from '../../define/mutex.ts';
import type { AppendResult, EventLog, ExpectedRevision, NewEvent } from '../../ports/event-log.ts';
import type { RealmState, ServerState } from '../../state/realm-state.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import { type EventId, type MessageId, type Millis, RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, noRealm, partsOf } from '../../vocabulary/log-streams.ts';
import type { Refusal } from '../../vocabulary/refusals.ts';
import { decode } from '../follow/decode.ts';
import type { Follower } from '../follow/follower.ts';
import type { Secrets } from '../secrets.ts';
import { commitmentOf } from './commitment.ts';
import { Mints } from './mint.ts';
import { type Stamp, stamped } from './stamp.ts';

/** On whose behalf a command runs, and how. */
export type Order = {
  /** Undefined for commands about the server as a whole. */
  readonly realmId: RealmId | undefined;
  readonly actor: Actor;
  readonly client: string;
  readonly requestId: string;
  readonly causedBy?: EventId;
  /** Fixed ids of the events, by their number in the decision: whoever repeats it repeats nothing. */
  readonly eventIdAt?: (index: number) => string;
};

export type Executed<R> =
  | { readonly ok: true; readonly result: R; readonly position: number }
  | { readonly ok: false; readonly refusal: Refusal };

export type ToolsFor = (realm: RealmState | undefined) => Tools;

/** Conflicts in a row before giving up: each means that somebody else got through. */
const attemptsMax = 20;
/** How long a log may take to tell what it has taken, before that is its being away. */
const foldedWithinMs = 2_000;
/** How often that is waited for where it is away. */
const askedMax = 60;

export class Executor {
  readonly #log: EventLog;
  readonly #state: ServerState;
  readonly #follower: Follower;
  readonly #secrets: Secrets;
  readonly #clock: () => Millis;
  readonly #toolsFor: ToolsFor;
  readonly #mutex = new KeyedMutex();
  readonly #mints: Mints;
  /** Log streams that hold an event this version does not know: nothing may be decided on them. */
  readonly #closed: ReadonlySet<string>;
  #acknowledged = 0;
  /** The newest of them that decides what others may do. */
  #shaped = 0;

  constructor(parts: {
    log: EventLog;
    state: ServerState;
    follower: Follower;
    secrets: Secrets;
    clock: () => Millis;
    toolsFor: ToolsFor;
    unknownStreams: ReadonlySet<string>;
  }) {
    this.#log = parts.log;
    this.#state = parts.state;
    this.#follower = parts.follower;
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
    this.#toolsFor = parts.toolsFor;
    this.#closed = parts.unknownStreams;
    this.#mints = new Mints(parts.state);
  }

  /** The position of the newest write that was acknowledged here. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** An id for a message that a policy plans; its claim holds it. */
  messageIdFor(realmId: RealmId): MessageId {
    return this.#mints.for(this.#state.realms.get(realmId)).messageId();
  }

  now(): Millis {
    return Math.max(this.#clock(), this.#state.newest.at);
  }

  /** Decides and appends; resolves when all of it is durable. Refusals are values; what is thrown is a bug. */
  async execute<S extends RealmState | ServerState, I, R, P, O>(
    command: Command<S, I, R, P, O>,
    input: I,
    order: Order,
  ): Promise<Executed<R>> {
    const stream = command.stream(input, order.realmId ?? RealmId.parse(1));
    // Whoever was answered here may build on it: what this process has acknowledged is folded before the next decision. What
    // begins a log stream of its own builds on no other message.
    const least = stream === null ? this.#shaped : this.#acknowledged;
    if (least > this.#follower.position && !(await this.#follower.reachedWithin(least, foldedWithinMs)))
      return { ok: false, refusal: { code: 'unavailable', detail: 'the log does not tell what it has taken' } };
    const realm = order.realmId === undefined ? undefined : this.#state.realms.get(order.realmId);
    if (order.realmId !== undefined && this.#state.importing.has(order.realmId))
      return { ok: false, refusal: { code: 'unavailable', detail: 'the organization is being imported' } };
    if (order.realmId !== undefined && realm === undefined) return { ok: false, refusal: { code: 'realm-missing' } };
    const state = (realm ?? this.#state) as S;
    const prepared = (await command.prepare?.(state, input, this.#toolsFor(realm))) as P;
    if (stream === null) return await this.#attempt(command, input, order, state, realm, prepared, stream);
    return this.#mutex.run(stream, () => this.#attempt(command, input, order, state, realm, prepared, stream));
  }

  async #attempt<S extends RealmState | ServerState, I, R, P, O>(
    command: Command<S, I, R, P, O>,
    input: I,
    order: Order,
    state: S,
    realm: RealmState | undefined,
    prepared: P,
    stream: LogStream | null,
  ): Promise<Executed<R>> {
    let caughtUp = false;
    const realmId = order.realmId ?? (noRealm as RealmId);
    const fingerprint: Context['fingerprint'] = (address, of = realmId) => this.#secrets.fingerprint(of, address);
    for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
      const own = command.aggregate && stream !== null ? await this.#read(stream) : [];
      const decision = command.decide(state, input, {
        realmId,
        actor: order.actor,
        now: this.now(),
        client: order.client,
        mint: this.#mints.for(realm),
        fingerprint,
        commitmentOf,
        prepared,
        own: command.aggregate ? foldAggregate(command.aggregate, own) : (undefined as O),
      });
      if (!decision.ok) {
        if (caughtUp) return decision;
        // Another process may just have made it possible: look once at everything that stands in the log.
        await this.#follower.catchUp();
        caughtUp = true;
        continue;
      }
      const appended = await this.#append(decision, order, realm, stream, own.at(-1)?.revision);
      if (appended.ok) {
        const { position } = appended;
        if (this.#follower.position < position) await this.#told(position);
        this.#acknowledged = Math.max(this.#acknowledged, position);
        return { ok: true, result: decision.result, position };
      }
      if (appended.reason === 'too-large') return { ok: false, refusal: { code: 'too-large' } };
      if (appended.reason === 'unavailable') {
        const { detail, cause } = appended;
        return { ok: false, refusal: { code: 'unavailable', detail, ...(cause && { cause }) } };
      }
      // A fixed id that is somebody else's stays so, however often it is tried.
      if (stream === null && order.eventIdAt) return { ok: false, refusal: { code: 'id-taken' } };
      await this.#follower.catchUp();
    }
    return { ok: false, refusal: { code: 'unavailable', detail: 'too much contention' } };
  }

  /**
   * Folded here, so that what is acknowledged can be read and built on also where the log goes away right now; and outside of
   * commands too: a key that was given opens, one that was taken back does not. A log that is there, and tells late, keeps nobody
   * waiting for long; one that went away before it told does, as it does those whose answer was lost.
   */
  async #told(position: number): Promise<void> {
    for (let asked = 0; this.#follower.position < position && asked < askedMax; asked += 1) {
      if (await this.#follower.reachedWithin(position, foldedWithinMs)) return;
      const isThere = await this.#log.tail().then(
        () => true,
        () => false,
      );
      if (isThere) return;
    }
  }

  async #append<R>(
    decision: Extract<Decision<R>, { ok: true }>,
    order: Order,
    realm: RealmState | undefined,
    ownStream: LogStream | null,
    ownRevision: number | undefined,
  ): Promise<AppendResult> {
    const stamp: Stamp = {
      actor: order.actor,
      at: this.now(),
      client: order.client,
      requestId: order.requestId,
      causedBy: order.causedBy,
      decidedOn: this.#state.newest.id,
    };
    let last: AppendResult = { ok: true, revision: 0, position: 0 };
    let newest = 0;
    let first = true;
    let number = 0;
    for (const { stream, events } of decision.appends) {
      if (this.#closed.has(stream))
        return { ok: false, reason: 'unavailable', detail: `${stream} holds events of a newer version` };
      const from = number;
      const fixed = order.eventIdAt;
      const written = stamped(events, stamp, fixed ? (index) => fixed(from + index) : undefined);
      number += events.length;
      const expected =
        stream === ownStream && ownRevision !== undefined ? ownRevision : this.#revisionOf(stream, realm);
      last = await this.#log.append(stream, written, expected);
      // The first may be refused, and names and roles always; what else follows takes its place after whatever stands there.
      if (!first && !isExact(stream)) last = await this.#insist(stream, written, last);
      if (!last.ok) return last;
      newest = Math.max(newest, last.position);
      if (shapes(stream)) this.#shaped = Math.max(this.#shaped, last.position);
      first = false;
    }
    return { ok: true, revision: last.revision, position: newest };
  }

  async #insist(stream: string, events: readonly NewEvent[], result: AppendResult): Promise<AppendResult> {
    let last = result;
    for (let attempts = 0; attempts < attemptsMax && !last.ok && last.reason === 'conflict'; attempts += 1)
      last = await this.#log.append(stream, events, last.actual);
    return last;
  }

  #revisionOf(stream: LogStream, realm: RealmState | undefined): ExpectedRevision {
    const of = realm ?? this.#state.realms.get(partsOf(stream)?.realmId as RealmId);
    return of?.revisions.get(stream) ?? this.#state.revisions.get(stream) ?? 'none';
  }

  async #read(stream: LogStream): Promise<Recorded[]> {
    const events = await this.#log.readStream(stream);
    return events.map(decode).filter((event) => event !== undefined);
  }
}

/** One user for an address, an owner always, one stream for a name: decided again on whatever came between. */
const isExact = (stream: LogStream): boolean => /^(directory|channels)-/.test(stream);

/** Whether decisions, or who may come in, rest on what stands there. */
const shapes = (stream: LogStream): boolean => !stream.startsWith('message-');
