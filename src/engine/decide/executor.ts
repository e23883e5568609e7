/**
 * Executes commands. A command is decided on the folded state, and its events are appended to the log. If another process was faster, the
 * log refuses the append, and the command is decided again on the newer state. Commands do not deal with concurrency, and callers do not
 * deal with log streams.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Actor, type Check, type Command, type Context, refuse, type Tools } from '../../define/command.ts';
import { foldAggregate } from '../../define/handlers.ts';
import { KeyedMutex, type ReleaseDuring } from '../../define/mutex.ts';
import { leafOf } from '../../ledger/recorded-leaf.ts';
import type { EventLog, ExpectedRevision } from '../../ports/event-log.ts';
import type { RealmState, ServerState } from '../../state/realm-state.ts';
import type { EventId, MessageId, Millis, RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, noRealm, partsOf, type StreamKind } from '../../vocabulary/log-streams.ts';
import { InvalidInput, type Refusal } from '../../vocabulary/refusals.ts';
import type { Follower } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';
import { passwordSignature } from '../password-signatures.ts';
import type { Secrets } from '../secrets.ts';
import { appendDecision, type DecisionAppended, expecting } from './append-decision.ts';
import { IdGenerators } from './id-generators.ts';
import type { Absorbed } from './in-pieces.ts';
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
  /** Gives the fixed id of each event, by its index in the decision. Executing the command again then appends nothing twice. */
  readonly eventIdAt?: (index: number) => string;
  readonly check?: Check | undefined;
  /** The command is decided, and nothing is appended. Ids in its result are given again. */
  readonly dryRun?: boolean | undefined;
};

/** `position`: the position of the newest event that was appended. */
export type Executed<R> =
  | { readonly ok: true; readonly result: R; readonly position: number }
  | { readonly ok: false; readonly refusal: Refusal };

/** The executor, for parts that only execute commands. */
export type Executing = Pick<Executor, 'execute'>;

export type ToolsFor = (realm: RealmState | undefined, actor: Actor) => Tools;

type ExecutorParts = {
  readonly log: EventLog;
  readonly state: ServerState;
  readonly follower: Follower;
  readonly secrets: Secrets;
  readonly clock: () => Millis;
  readonly toolsFor: ToolsFor;
  /** Sets the pace of large decisions. */
  readonly absorbed: Absorbed;
  /** Log streams with an event of a type that this version does not know. Nothing may be decided on them. */
  readonly unknownStreams: ReadonlySet<string>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Gives up after this many conflicts in a row. Each means that another command succeeded. */
const attemptsMax = 20;
/** Kinds of log streams on which no command of another log stream depends. */
const independentKinds: ReadonlySet<StreamKind | undefined> = new Set(['message', 'emoji', 'ephemeral', 'request']);
/** How long the log may take to deliver an event that it has acknowledged. */
const foldedWithinMs = 2_000;
/** How often that wait is repeated while the log is out of reach. */
const waitsMax = 60;

/** A command with everything that it is decided on. */
type Execution<S, I, R, P, O> = {
  readonly command: Command<S, I, R, P, O>;
  readonly input: I;
  readonly order: Order;
  readonly state: S;
  readonly realm: RealmState | undefined;
  readonly prepared: P;
  /** The command's own log stream; null if each execution begins a new one. */
  readonly stream: LogStream | null;
  readonly releaseDuring: ReleaseDuring;
};

export class Executor {
  readonly #parts: ExecutorParts;
  readonly #mutex = new KeyedMutex();
  readonly #idGenerators: IdGenerators;
  #acknowledged = 0;
  /** As `#acknowledged`, without the log streams of `independentKinds`. */
  #acknowledgedDependable = 0;

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
    this.#idGenerators = new IdGenerators(parts.state);
  }

  /** The position of the newest write that was acknowledged by this process. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** An id for a message that a policy plans. */
  messageIdFor(realmId: RealmId): MessageId {
    return this.#idGenerators.for(this.#parts.state.realms.get(realmId)).messageId();
  }

  /** The current time, which is never before the newest folded event. */
  now(): Millis {
    return Math.max(this.#parts.clock(), this.#parts.state.newest.at);
  }

  /**
   * Decides and appends. Resolves when all events are durable and folded by this process. A refusal is a returned value. Throws
   * `InvalidInput` for input that does not fit the command's schema. Everything else that is thrown is a bug or a log out of reach.
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
    const stream = command.stream(input, realmId ?? (noRealm as RealmId));
    // A caller may depend on any write that this process has acknowledged, so that all of them must be folded first. A command that begins a
    // new log stream, for example for a message, does not depend on other messages and does not wait for them.
    const wanted = stream === null ? this.#acknowledgedDependable : this.#acknowledged;
    if (!(await this.#parts.follower.reachedWithin(wanted, foldedWithinMs)))
      return unavailable('the log does not deliver what it has acknowledged');
    const realm = realmId === undefined ? undefined : this.#parts.state.realms.get(realmId);
    if (realmId !== undefined && this.#parts.state.importing.has(realmId))
      return unavailable('the organization is being imported');
    if (realmId !== undefined && realm === undefined) return { ok: false, refusal: { code: 'realm-missing' } };
    const state = (realm ?? this.#parts.state) as S;
    const prepared = (await command.prepare?.(state, input, this.#parts.toolsFor(realm, order.actor))) as P;
    const attempt = (releaseDuring: ReleaseDuring) =>
      this.#attempt({ command, input, order, state, realm, prepared, stream, releaseDuring });
    if (stream === null) return attempt((wait) => wait());
    const alsoOn = command.alsoOn?.(input, realmId ?? (noRealm as RealmId));
    return this.#mutex.run(stream, (releaseDuring) =>
      alsoOn ? this.#mutex.run(alsoOn, attempt) : attempt(releaseDuring),
    );
  }

  async #attempt<S, I, R, P, O>(execution: Execution<S, I, R, P, O>): Promise<Executed<R>> {
    const { order, stream } = execution;
    let isCaughtUp = false;
    for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
      const { decision, append, seen } = await this.#decide(execution);
      if (!decision.ok) {
        if (isCaughtUp) return decision;
        // Another process may have made the command possible. So it is decided a second time, on everything that the log has.
        await this.#parts.follower.catchUp();
        // Yields to the event loop: a refusal may have taken as long as a decision.
        await nextTurn();
        isCaughtUp = true;
        continue;
      }
      if (order.dryRun) return { ok: true, result: decision.result, position: seen };
      const appended = await append();
      if (appended.ok) {
        // A command that finds its work already done answers with the position of that work.
        const position = Math.max(appended.position, seen);
        await this.#acknowledge(position, decision.appends);
        const result = appended.leftOut.length > 0 && decision.resultWithout?.(appended.leftOut);
        return { ok: true, result: result || decision.result, position };
      }
      if (appended.reason === 'too-large') return { ok: false, refusal: { code: 'too-large' } };
      if (appended.reason === 'unavailable') return unavailable(appended.detail, appended.cause);
      // Another decision would give the same fixed id again.
      if (stream === null && order.eventIdAt) return { ok: false, refusal: { code: 'id-taken' } };
      await this.#parts.follower.catchUp();
    }
    return unavailable('too much contention');
  }

  /** Returns the decision, and a function that appends it at the revisions that the log had at the decision. */
  async #decide<S, I, R, P, O>(execution: Execution<S, I, R, P, O>) {
    const { command, input, order, state, realm, prepared, stream, releaseDuring } = execution;
    const realmId = order.realmId ?? (noRealm as RealmId);
    const own =
      command.aggregate && stream !== null ? await readOwn(this.#parts.log, stream, command.aggregate, realmId) : [];
    const fingerprint: Context['fingerprint'] = (address, of = realmId) =>
      this.#parts.secrets.fingerprintIn(this.#parts.state.realms.get(of)?.directory, of, address);
    const { actor, client, requestId, causedBy } = order;
    const now = this.now();
    // Commands of the service itself are still executed, for example deletions of data.
    const isClosed = realm?.realm.deactivated && actor !== null;
    const decide: typeof command.decide = isClosed ? () => refuse({ code: 'realm-deactivated' }) : command.decide;
    const decision = decide(state, input, {
      realmId,
      actor,
      now,
      client,
      // The ids of a dry run are given again.
      generate: (order.dryRun ? new IdGenerators(this.#parts.state) : this.#idGenerators).for(realm),
      fingerprint,
      signPassword: (userId, hash) => passwordSignature(this.#parts.secrets, realmId, userId, hash),
      leafOf,
      prepared,
      own: command.aggregate ? foldAggregate(command.aggregate, own) : (undefined as O),
    });
    const revisionOf = (of: LogStream): ExpectedRevision =>
      own.findLast((event) => event.stream === of)?.revision ?? this.#revisionOf(of, realm);
    // The revisions are taken before any `await`, because the state advances while appends are under way.
    const appends = decision.ok ? expecting(decision.appends, revisionOf) : [];
    order.check?.(appends);
    const stamp: Stamp = { actor, at: now, client, requestId, causedBy, decidedOn: this.#parts.state.newest.id };
    const append = async (): Promise<DecisionAppended> => {
      const closed = appends.find((one) => this.#parts.unknownStreams.has(one.stream));
      if (closed)
        return { ok: false, reason: 'unavailable', detail: `${closed.stream} holds events of a newer version` };
      return appendDecision(this.#parts.log, appends, stamp, order.eventIdAt, {
        absorbed: this.#parts.absorbed,
        releaseDuring,
        caughtUp: () => this.#parts.follower.catchUp(),
        logger: this.#parts.logger,
      });
    };
    return { decision, append, seen: own.at(-1)?.position ?? 0 };
  }

  /**
   * Waits until this process has folded the acknowledged events, so that the caller's next request finds them: a new key is accepted, a
   * revoked one is refused. The wait is short if the log answers but delivers late. While the log is out of reach, the caller waits as after
   * a lost answer (docs/decisions/0004-commands-wait-for-their-own-append.md).
   */
  async #acknowledge(position: number, appends: readonly { readonly stream: LogStream }[]): Promise<void> {
    for (let waits = 0; this.#parts.follower.position < position && waits < waitsMax; waits += 1) {
      const isFolded = await this.#parts.follower.reachedWithin(position, foldedWithinMs);
      if (isFolded || (await this.#isLogInReach())) break;
    }
    this.#acknowledged = Math.max(this.#acknowledged, position);
    if (appends.some(({ stream }) => !independentKinds.has(partsOf(stream)?.kind)))
      this.#acknowledgedDependable = Math.max(this.#acknowledgedDependable, position);
  }

  #isLogInReach(): Promise<boolean> {
    return this.#parts.log.tail().then(
      () => true,
      () => false,
    );
  }

  #revisionOf(stream: LogStream, realm: RealmState | undefined): ExpectedRevision {
    const of = realm ?? this.#parts.state.realms.get(partsOf(stream)?.realmId as RealmId);
    return of?.revisions.get(stream) ?? this.#parts.state.revisions.get(stream) ?? 'none';
  }
}

const unavailable = (detail: string, cause?: 'disk-full'): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'unavailable', detail, ...(cause && { cause }) },
});
