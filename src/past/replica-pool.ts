/**
 * A pool of a few replicas, each at one moment of one organization. A request for a later moment advances a replica. For an earlier moment
 * a new replica is opened, which replaces the least recently used one.
 */
import { Lines } from '../define/endpoint.ts';
import {
  type ClientEventsPage,
  type ClientEventsQuestion,
  type ExportQuestion,
  type PastAnswer,
  PastFailed,
  PastNotReady,
  type PastQuestion,
  type Pasts,
  PastsTaken,
  type Steps,
  type StepsQuestion,
} from '../http/past/pasts.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { type ReplicaHandle, ReplicaLost } from './handle.ts';

export type ReplicaPoolParts = {
  /** Opens a replica at the newest copy that is not after the position, or at the first event if there is no such copy. */
  readonly open: (realmId: RealmId, position: number) => ReplicaHandle;
  /** The position of that copy; 0 if there is none. */
  readonly nearest?: (realmId: RealmId, position: number) => number;
  /** Called when a replica has reached its moment. */
  readonly onMoved?: () => void;
  readonly tail: () => Promise<number>;
  /** The bounds in milliseconds. Absent: the documented limits. Tests make them small. */
  readonly waitMs?: Millis;
  readonly idleMs?: Millis;
};

type PooledReplica = {
  readonly realmId: RealmId;
  readonly replica: ReplicaHandle;
  position: number;
  /** How many requests wait for the replica or are being answered by it. */
  users: number;
  /** Settles when the replica has reached its position. It never rejects. */
  moving: Promise<boolean>;
  isMoving: boolean;
  /** Whether one request moves the replica, which then answers no other request. */
  isAlone: boolean;
  idle: NodeJS.Timeout | undefined;
};

type ReplicaRequest = {
  readonly realmId: RealmId;
  readonly position: number;
  readonly charge: PastQuestion['charge'];
  readonly isAlone?: boolean;
  /** Opens a new replica at the first event, because a replica that began at a copy could not be used. */
  readonly isFromFirst?: boolean;
};

type Acquired = { readonly pooled: PooledReplica; readonly wasThere: boolean };

/** Undefined if the replica has ended. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof ReplicaLost)) throw error;
}

/** How often a request is tried again because its replica has ended. */
const triesMax = 3;

export class ReplicaPool implements Pasts {
  readonly #parts: ReplicaPoolParts;
  /** The replicas, the least recently used one first. */
  readonly #pooled = new Set<PooledReplica>();
  readonly #ending = new Set<Promise<void>>();
  /** Called when a replica may be free. */
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;
  #broughtBack = 0;

  constructor(parts: ReplicaPoolParts) {
    this.#parts = parts;
  }

  /** `kept`: the number of replicas. `broughtBack`: how often one was opened or moved since the start. */
  get counts(): { readonly kept: number; readonly broughtBack: number } {
    return { kept: this.#pooled.size, broughtBack: this.#broughtBack };
  }

  ask(question: PastQuestion): Promise<PastAnswer> {
    const { realmId, moment, charge } = question;
    return this.#withReplica({ realmId, position: moment.position, charge }, (pooled) =>
      this.#answer(pooled, question),
    );
  }

  steps({ limit, ...question }: StepsQuestion): Promise<Steps> {
    return this.#forward(question, (replica) => replica.steps(limit));
  }

  clientEvents({ userId, options, until, limit, ...question }: ClientEventsQuestion): Promise<ClientEventsPage> {
    return this.#forward(question, (replica) => replica.clientEvents({ userId, options, until, limit }));
  }

  exported({ realmId, upTo, charge }: ExportQuestion): Promise<Lines> {
    const asked = { realmId, position: 0, charge, isAlone: true };
    return this.#withReplica(asked, async (pooled) => {
      const lines = await pooled.replica.exported(upTo.position).catch(unlessLost);
      return lines && this.#heldWhileRead(pooled, lines);
    });
  }

  /** `go`: moves a replica, which meanwhile answers nobody else, forward to another position. */
  #forward<T extends { readonly position: number }>(
    { realmId, moment, charge }: Omit<StepsQuestion, 'limit'>,
    go: (replica: ReplicaHandle) => Promise<T>,
  ): Promise<T> {
    const asked = { realmId, position: moment?.position ?? 0, charge, isAlone: true };
    return this.#withReplica(asked, async (pooled) => {
      const found = await go(pooled.replica).catch(unlessLost);
      if (found) pooled.position = found.position;
      return found;
    });
  }

  /** Runs `work` with a replica that has reached the position. `work` returns undefined if the replica has ended. */
  async #withReplica<T>(asked: ReplicaRequest, work: (pooled: PooledReplica) => Promise<T | undefined>): Promise<T> {
    const { waitMs = limits.pastWaitSecs * 1000 } = this.#parts;
    const timedOut = Symbol('timedOut');
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<typeof timedOut>((resolve) => {
      timer = setTimeout(() => resolve(timedOut), waitMs);
    });
    try {
      for (let tries = 1; ; tries += 1) {
        const { pooled, wasThere } = await this.#acquire({ ...asked, isFromFirst: tries === triesMax }, deadline);
        if (!wasThere) {
          this.#broughtBack += 1;
          if (tries === 1) asked.charge?.(limits.requestsPerPast);
        }
        try {
          const there = await Promise.race([pooled.moving, deadline]);
          if (there === timedOut) throw new PastNotReady('the moment is being brought back');
          const answer = there && (await work(pooled));
          if (answer) return answer;
          this.#end(pooled);
          if (tries === triesMax) throw new PastFailed('the moment could not be brought back');
        } finally {
          if (asked.isAlone) pooled.isAlone = false;
          this.#release(pooled);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A replica that is at the position, or is moving there. If all are in use it waits for one until `deadline`, and then throws PastsTaken.
   */
  async #acquire(asked: ReplicaRequest, deadline: Promise<unknown>): Promise<Acquired> {
    let isOver = false;
    void deadline.then(() => {
      isOver = true;
    });
    for (;;) {
      const tail = await this.#parts.tail();
      try {
        const acquired = this.#assign(asked, tail);
        acquired.pooled.users += 1;
        return acquired;
      } catch (error) {
        if (!(error instanceof PastsTaken) || isOver) throw error;
        await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), deadline]);
      }
    }
  }

  /** Wakes the requests that wait for a free replica. Called when a request is answered, and when a replica has arrived or ended. */
  #release(pooled?: PooledReplica): void {
    if (pooled) pooled.users -= 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Closes all replicas, because they may contain erased bytes. */
  async closeAll(): Promise<void> {
    for (const pooled of this.#pooled) this.#end(pooled);
    await Promise.all(this.#ending);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.closeAll();
  }

  /** Undefined if the replica has ended. */
  async #answer(pooled: PooledReplica, { viewing, moment }: PastQuestion): Promise<PastAnswer | undefined> {
    try {
      const { answer, charged } = await pooled.replica.answer(viewing, moment.now);
      return { answer: answer instanceof Lines ? this.#heldWhileRead(pooled, answer) : answer, charged };
    } catch (error) {
      return unlessLost(error);
    }
  }

  /** Keeps the replica at its position until the lines are read. */
  #heldWhileRead(pooled: PooledReplica, { lines }: Lines): Lines {
    const leave = () => this.#release(pooled);
    return new Lines(async function* held(gone) {
      pooled.users += 1;
      try {
        yield* lines(gone);
      } finally {
        leave();
      }
    });
  }

  /** Throws PastsTaken if all replicas are in use. */
  #assign({ realmId, position, isAlone = false, isFromFirst = false }: ReplicaRequest, tail: number): Acquired {
    if (this.#isClosed) throw new ReplicaLost('the service is stopping');
    const own = [...this.#pooled].filter((pooled) => pooled.realmId === realmId);
    const there = own.find(
      (pooled) =>
        pooled.position === position && !pooled.isAlone && !(isAlone && (pooled.users > 0 || pooled.isMoving)),
    );
    const before = own
      .filter((pooled) => pooled.users === 0 && !pooled.isMoving && pooled.position < position)
      .sort((one, other) => other.position - one.position)[0];
    const copied = isFromFirst ? 0 : (this.#parts.nearest?.(realmId, position) ?? 0);
    const behind = before && before.position >= copied ? before : undefined;
    const pooled = there ?? behind ?? this.#open(realmId, own, isFromFirst ? 0 : position);
    this.#touch(pooled);
    pooled.position = position;
    pooled.isAlone = isAlone;
    this.#move(pooled, tail);
    return { pooled, wasThere: there !== undefined };
  }

  #open(realmId: RealmId, own: readonly PooledReplica[], position: number): PooledReplica {
    const full =
      own.length >= limits.pastsOfOrganizationMax
        ? own
        : this.#pooled.size >= limits.pastsMax
          ? [...this.#pooled]
          : undefined;
    if (full) {
      const longestAgo = full.find((pooled) => pooled.users === 0 && !pooled.isMoving);
      if (!longestAgo) throw new PastsTaken('all are being looked at');
      this.#end(longestAgo);
    }
    const replica = this.#parts.open(realmId, position);
    const pooled: PooledReplica = {
      ...{ realmId, replica, position: 0, users: 0, isAlone: false },
      ...{ moving: Promise.resolve(true), isMoving: false, idle: undefined },
    };
    this.#pooled.add(pooled);
    void replica.ended.then(() => this.#forget(pooled));
    return pooled;
  }

  /** Moves the replica to `pooled.position`, after the moves that are under way. */
  #move(pooled: PooledReplica, tail: number): void {
    const { position } = pooled;
    pooled.isMoving = true;
    const moving = pooled.moving.then(async (was) => {
      const there = was && (await pooled.replica.goTo({ position, tail }).catch(() => false));
      if (pooled.moving === moving) pooled.isMoving = false;
      if (there) this.#parts.onMoved?.();
      else this.#end(pooled);
      this.#release();
      return there;
    });
    pooled.moving = moving;
  }

  #touch(pooled: PooledReplica): void {
    if (!this.#pooled.delete(pooled)) return;
    this.#pooled.add(pooled);
    clearTimeout(pooled.idle);
    const expire = (): void => (pooled.users > 0 || pooled.isMoving ? this.#touch(pooled) : this.#end(pooled));
    pooled.idle = setTimeout(expire, this.#parts.idleMs ?? limits.pastIdleSecs * 1000);
    pooled.idle.unref();
  }

  #end(pooled: PooledReplica): void {
    if (!this.#forget(pooled)) return;
    const ended = pooled.replica.close().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** False if the replica was already forgotten. */
  #forget(pooled: PooledReplica): boolean {
    clearTimeout(pooled.idle);
    this.#release();
    return this.#pooled.delete(pooled);
  }
}
