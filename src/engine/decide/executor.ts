/**
 * Executes commands. A command is decided on the folded state, and what it decides is appended to the log, which refuses the append
 * where another process was faster; then it is decided again on the newer state. Commands know nothing of concurrency, and callers
 * nothing of log streams.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor, Command, Context, Tools } from '../../define/command.ts';
import { foldAggregate } from '../../define/handlers.ts';
import { KeyedMutex, type StepAside } from '../../define/mutex.ts';
import { leafOf } from '../../ledger/recorded-leaf.ts';
import type { EventLog, ExpectedRevision } from '../../ports/event-log.ts';
import type { RealmState, ServerState } from '../../state/realm-state.ts';
import { type EventId, type MessageId, type Millis, RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, noRealm, partsOf, type StreamKind } from '../../vocabulary/log-streams.ts';
import { InvalidInput, type Refusal } from '../../vocabulary/refusals.ts';
import type { Follower } from '../follow/follower.ts';
import type { Secrets } from '../secrets.ts';
import { appendDecision, type DecisionAppended, expecting } from './append-decision.ts';
import type { Absorbed } from './in-pieces.ts';
import { Mints } from './mint.ts';
import { readOwn } from './read-own.ts';
import type { Stamp } from './stamp.ts';

/** On whose behalf a command runs, and how. */
export type Order = {
  /** Undefined for commands about the server as a whole. */
  readonly realmId: RealmId | undefined;
  readonly actor: Actor;
  readonly client: string;
  readonly requestId: string;
  readonly causedBy?: EventId;
  /** Fixed ids of the events, by their number in the decision: executing the command again appends nothing twice. */
  readonly eventIdAt?: (index: number) => string;
};

/** `position`: of the newest event that was appended. */
export type Executed<R> =
  | { readonly ok: true; readonly result: R; readonly position: number }
  | { readonly ok: false; readonly refusal: Refusal };

export type ToolsFor = (realm: RealmState | undefined, actor: Actor) => Tools;

export type ExecutorParts = {
  readonly log: EventLog;
  readonly state: ServerState;
  readonly follower: Follower;
  readonly secrets: Secrets;
  readonly clock: () => Millis;
  readonly toolsFor: ToolsFor;
  /** What large decisions are paced by. */
  readonly absorbed: Absorbed;
  /** Log streams that hold an event of a type that this version does not know: nothing may be decided on them. */
  readonly unknownStreams: ReadonlySet<string>;
};

/** Conflicts in a row before giving up: each means that another command succeeded. */
const attemptsMax = 20;
/** Commands of other log streams do not depend on what these hold. */
const independentKinds: ReadonlySet<StreamKind | undefined> = new Set(['message', 'emoji', 'ephemeral', 'request']);
/** For how long the log may take to hand over an event that it has acknowledged. */
const foldedWithinMs = 2_000;
/** How often that is waited for where the log is out of reach. */
const waitsMax = 60;

/** A command with what it is decided on. */
type Execution<S, I, R, P, O> = {
  readonly command: Command<S, I, R, P, O>;
  readonly input: I;
  readonly order: Order;
  readonly state: S;
  readonly realm: RealmState | undefined;
  readonly prepared: P;
  /** The command's own log stream; null for a new one each time. */
  readonly stream: LogStream | null;
  readonly stepAside: StepAside;
};

export class Executor {
  readonly #parts: ExecutorParts;
  readonly #log: EventLog;
  readonly #state: ServerState;
  readonly #follower: Follower;
  readonly #mutex = new KeyedMutex();
  readonly #mints: Mints;
  #acknowledged = 0;
  /** The same, without the log streams of `independentKinds`. */
  #acknowledgedBesideMessages = 0;

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
    this.#log = parts.log;
    this.#state = parts.state;
    this.#follower = parts.follower;
    this.#mints = new Mints(parts.state);
  }

  /** The position of the newest write that was acknowledged by this process. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** An id for a message that a policy plans. */
  messageIdFor(realmId: RealmId): MessageId {
    return this.#mints.for(this.#state.realms.get(realmId)).messageId();
  }

  /** Never before the newest event that was folded. */
  now(): Millis {
    return Math.max(this.#parts.clock(), this.#state.newest.at);
  }

  /**
   * Decides and appends. Resolves when all events are durable and folded here. Refusals are values. Throws `InvalidInput` for input that does
   * not fit the command's schema, whoever gives it; only bugs and a log out of reach throw anything else.
   */
  async execute<S extends RealmState | ServerState, I, R, P, O>(
    command: Command<S, I, R, P, O>,
    given: I,
    order: Order,
  ): Promise<Executed<R>> {
    const { realmId } = order;
    const checked = command.input.safeParse(given);
    if (!checked.success) throw new InvalidInput(checked.error);
    const input = checked.data;
    const stream = command.stream(input, realmId ?? RealmId.parse(1));
    // A caller may build on any write that this process has acknowledged, so that all of them must be folded. A command that begins a
    // log stream of its own, a message, builds on no other message: it does not wait for those.
    const wanted = stream === null ? this.#acknowledgedBesideMessages : this.#acknowledged;
    if (!(await this.#follower.reachedWithin(wanted, foldedWithinMs)))
      return unavailable('the log does not hand over what it has acknowledged');
    const realm = realmId === undefined ? undefined : this.#state.realms.get(realmId);
    if (realmId !== undefined && this.#state.importing.has(realmId))
      return unavailable('the organization is being imported');
    if (realmId !== undefined && realm === undefined) return { ok: false, refusal: { code: 'realm-missing' } };
    // The service itself goes on: it deletes what is to be deleted.
    if (realm?.realm.deactivated && order.actor !== null) return { ok: false, refusal: { code: 'realm-deactivated' } };
    const state = (realm ?? this.#state) as S;
    const prepared = (await command.prepare?.(state, input, this.#parts.toolsFor(realm, order.actor))) as P;
    const attempt = (stepAside: StepAside) =>
      this.#attempt({ command, input, order, state, realm, prepared, stream, stepAside });
    return stream === null ? attempt((wait) => wait()) : this.#mutex.run(stream, attempt);
  }

  async #attempt<S, I, R, P, O>(execution: Execution<S, I, R, P, O>): Promise<Executed<R>> {
    const { order, stream } = execution;
    let isCaughtUp = false;
    for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
      const { decision, append, seen } = await this.#decide(execution);
      if (!decision.ok) {
        if (isCaughtUp) return decision;
        // Another process may have made it possible just now: the decision is made once on all that the log holds.
        await this.#follower.catchUp();
        // Others have their turn: a refusal may have taken as long as a decision.
        await nextTurn();
        isCaughtUp = true;
        continue;
      }
      const appended = await append();
      if (appended.ok) {
        // What was found done already is answered like what was done now.
        const position = Math.max(appended.position, seen);
        await this.#acknowledge(position, decision.appends);
        const result = appended.leftOut.length > 0 && decision.resultWithout?.(appended.leftOut);
        return { ok: true, result: result || decision.result, position };
      }
      if (appended.reason === 'too-large') return { ok: false, refusal: { code: 'too-large' } };
      if (appended.reason === 'unavailable') return unavailable(appended.detail, appended.cause);
      // Deciding again would give the same fixed id.
      if (stream === null && order.eventIdAt) return { ok: false, refusal: { code: 'id-taken' } };
      await this.#follower.catchUp();
    }
    return unavailable('too much contention');
  }

  /** The decision, and what appends it, which expects the log as it was at the decision. */
  async #decide<S, I, R, P, O>(execution: Execution<S, I, R, P, O>) {
    const { command, input, order, state, realm, prepared, stream, stepAside } = execution;
    const realmId = order.realmId ?? (noRealm as RealmId);
    const own =
      command.aggregate && stream !== null ? await readOwn(this.#log, stream, command.aggregate, realmId) : [];
    const fingerprint: Context['fingerprint'] = (address, of = realmId) =>
      this.#parts.secrets.fingerprintIn(this.#state.realms.get(of)?.directory, of, address);
    const { actor, client, requestId, causedBy } = order;
    const now = this.now();
    const decision = command.decide(state, input, {
      realmId,
      actor,
      now,
      client,
      mint: this.#mints.for(realm),
      fingerprint,
      leafOf,
      prepared,
      own: command.aggregate ? foldAggregate(command.aggregate, own) : (undefined as O),
    });
    const revisionOf = (of: LogStream): ExpectedRevision =>
      own.findLast((event) => event.stream === of)?.revision ?? this.#revisionOf(of, realm);
    // Before any wait: while appends are under way, the state goes on.
    const appends = decision.ok ? expecting(decision.appends, revisionOf) : [];
    const stamp: Stamp = { actor, at: now, client, requestId, causedBy, decidedOn: this.#state.newest.id };
    const append = async (): Promise<DecisionAppended> => {
      const closed = appends.find((one) => this.#parts.unknownStreams.has(one.stream));
      if (closed)
        return { ok: false, reason: 'unavailable', detail: `${closed.stream} holds events of a newer version` };
      return appendDecision(this.#log, appends, stamp, order.eventIdAt, { absorbed: this.#parts.absorbed, stepAside });
    };
    return { decision, append, seen: own.at(-1)?.position ?? 0 };
  }

  /**
   * Waits until what is acknowledged is folded here, so that whoever is answered finds it at once: a key that was given is accepted, one
   * that was taken back is refused. A log that answers but hands over late holds nobody up for long. Where it is out of reach, the
   * caller waits as one whose answer was lost (docs/decisions/0004-commands-wait-for-their-own-append.md).
   */
  async #acknowledge(position: number, appends: readonly { readonly stream: LogStream }[]): Promise<void> {
    for (let waits = 0; this.#follower.position < position && waits < waitsMax; waits += 1) {
      const isFolded = await this.#follower.reachedWithin(position, foldedWithinMs);
      if (isFolded || (await this.#isLogInReach())) break;
    }
    this.#acknowledged = Math.max(this.#acknowledged, position);
    if (appends.some(({ stream }) => !independentKinds.has(partsOf(stream)?.kind)))
      this.#acknowledgedBesideMessages = Math.max(this.#acknowledgedBesideMessages, position);
  }

  #isLogInReach(): Promise<boolean> {
    return this.#log.tail().then(
      () => true,
      () => false,
    );
  }

  #revisionOf(stream: LogStream, realm: RealmState | undefined): ExpectedRevision {
    const of = realm ?? this.#state.realms.get(partsOf(stream)?.realmId as RealmId);
    return of?.revisions.get(stream) ?? this.#state.revisions.get(stream) ?? 'none';
  }
}

const unavailable = (detail: string, cause?: 'disk-full'): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'unavailable', detail, ...(cause && { cause }) },
});
