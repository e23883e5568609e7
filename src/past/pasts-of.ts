/** The replicas of a service, in child processes, with their files in the data folder. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { FollowerPart } from '../engine/follow/follower.ts';
import type { Logger } from '../engine/logger.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { type Copy, PastCopies } from './copies/copies.ts';
import { type Pace, Preparing } from './copies/preparing.ts';
import { forked, type OpenChannel, SpareProcess } from './forked.ts';
import { type Channel, ReplicaHandle } from './handle.ts';
import { ReplicaPool } from './replica-pool.ts';

type PastsParts = {
  readonly config: Config;
  readonly log: EventLog;
  readonly logger: Logger;
  /** The live state; undefined before there is one. */
  readonly state: () => ServerState | undefined;
  readonly pace?: Pace | undefined;
  readonly program?: string | OpenChannel | undefined;
};

const mib = 2 ** 20;
/**
 * Starting a process takes most of a second of processor time. It therefore waits until nobody has asked for another moment for this long.
 */
const spareAfterMs = 5_000;

/** The pool of replicas, and the copies at which replicas begin. */
export class ServicePasts {
  readonly pool: ReplicaPool;
  readonly #copies: PastCopies;
  readonly #preparing: Preparing;
  readonly #spare: SpareProcess;
  #compared: Promise<void> = Promise.resolve();
  #begunAtCopies = 0;

  /** Removes the files that a killed process has left. */
  constructor({ config, log, logger, state, pace, program }: PastsParts) {
    this.#spare = new SpareProcess(program);
    const all = join(config.data, 'pasts');
    rmSync(all, { recursive: true, force: true });
    // A replica has its read models in files of its own, so that it needs no other store. It connects to no other server, so that it gets
    // no password of one.
    const own = { ...config, readStore: 'embedded', smtpUrl: '', openIdConnect: '' };
    const tail = (): Promise<number> => log.tail();
    const readLog = { ...log, logger };
    const bytesMax = config.pastCopiesMib * mib;
    const onErased = (realmId: RealmId): void => this.#preparing.onCopiesRemoved(realmId);
    const copies = new PastCopies({ folder: join(config.data, 'past-copies'), log, logger, bytesMax, onErased });
    const opened = (
      realmId: RealmId,
      { copy, isWhole }: { readonly copy: Copy | undefined; readonly isWhole: boolean },
      channel: (folder: string) => Channel,
    ): ReplicaHandle => {
      const folder = join(all, randomUUID());
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const erasures = copies.erasuresFile(realmId);
      const opening = { realmId, config: own, folder, isWhole, erasures, ...(copy && { copy }) };
      return new ReplicaHandle(channel(folder), opening, (isBegun) => {
        if (isBegun) this.#begunAtCopies += 1;
        // The copy belongs to another log, or is damaged.
        else if (copy) copies.drop(copy);
      });
    };
    this.#copies = copies;
    this.#preparing = new Preparing({
      copies,
      tail,
      state,
      logger,
      bytesMax,
      pace,
      open: (realmId, copy) =>
        opened(realmId, { copy, isWhole: true }, (folder) => forked(folder, readLog, 'prepared', program)),
      onMade: () => this.#spare.ready(),
    });
    this.pool = new ReplicaPool({
      tail,
      nearest: (realmId, position) => copies.nearest(realmId, position)?.position ?? 0,
      open: (realmId, position) =>
        opened(realmId, { copy: copies.nearest(realmId, position), isWhole: false }, (folder) =>
          this.#spare.forked(folder, readLog),
        ),
      onMoved: () => {
        if (copies.counts.copies > 0) this.#spare.readyAfter(spareAfterMs);
      },
    });
  }

  get counts() {
    return {
      ...this.pool.counts,
      ...this.#copies.counts,
      begunAtCopies: this.#begunAtCopies,
      isPreparing: this.#preparing.isRunning,
    };
  }

  /** The parts that follow the log. `begin`: the position from which the log is followed. */
  parts(begin: number): readonly FollowerPart[] {
    this.#compared = this.#copies.compare(begin);
    return [this.#copies, this.#preparing];
  }

  /** Must be called when the log has been followed to its end. */
  async start(): Promise<void> {
    await this.#compared;
    if (this.#copies.counts.copies > 0) this.#spare.ready();
    this.#preparing.start();
  }

  /** Resolves when nothing that was erased is left on the disk. */
  async scrub(): Promise<void> {
    await this.#preparing.interrupt();
    await this.pool.closeAll();
    await this.#copies.scrubbed();
  }

  async close(): Promise<void> {
    await this.#preparing.stop();
    await this.pool.close();
    await this.#spare.close();
    await this.#copies.close();
  }
}
