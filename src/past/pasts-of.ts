/** The pasts of a service, in child processes, with their files in the data folder. */
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
import { forked, SpareProcess } from './forked.ts';
import { type Channel, ReplicaHandle } from './handle.ts';
import { WarmPasts } from './warm-pasts.ts';

export type PastsParts = {
  readonly config: Config;
  readonly log: EventLog;
  readonly logger: Logger;
  /** The live one; undefined before there is one. */
  readonly state: () => ServerState | undefined;
  readonly pace?: Pace | undefined;
  /** The path of a replica's program. */
  readonly program?: string | undefined;
};

const mib = 2 ** 20;
/** Starting one takes most of a second of a processor: it waits until nobody has asked for another moment for a while. */
const spareAfterMs = 5_000;

/** Moments that are kept ready, and copies from which they begin. */
export class ServicePasts {
  readonly warm: WarmPasts;
  readonly #copies: PastCopies;
  readonly #preparing: Preparing;
  readonly #spare: SpareProcess;
  #compared: Promise<void> = Promise.resolve();
  #begunAtCopies = 0;

  /** Removes what a process that was killed has left. */
  constructor({ config, log, logger, state, pace, program }: PastsParts) {
    this.#spare = new SpareProcess(program);
    const all = join(config.data, 'pasts');
    rmSync(all, { recursive: true, force: true });
    // The read models are in files of its own: it needs no other store. It calls nobody, so it is told no password for it.
    const own = { ...config, readStore: 'embedded', smtpUrl: '', openIdConnect: '' };
    const lost = (): void => log.readerLost?.();
    const tail = (): Promise<number> => log.tail();
    const bytesMax = config.pastCopiesMib * mib;
    const onErased = (realmId: RealmId): void => this.#preparing.lacks(realmId);
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
        // The copy is of another log, or damaged.
        else if (copy) copies.drop(copy);
      });
    };
    this.#copies = copies;
    this.#preparing = new Preparing({
      ...{ copies, tail, state, logger, bytesMax, pace },
      open: (realmId, copy) =>
        opened(realmId, { copy, isWhole: true }, (folder) => forked(folder, lost, 'prepared', program)),
      onMade: () => this.#spare.ready(),
    });
    this.warm = new WarmPasts({
      tail,
      nearest: (realmId, position) => copies.nearest(realmId, position)?.position ?? 0,
      open: (realmId, position) =>
        opened(realmId, { copy: copies.nearest(realmId, position), isWhole: false }, (folder) =>
          this.#spare.forked(folder, lost),
        ),
      onThere: () => {
        if (copies.counts.copies > 0) this.#spare.readyAfter(spareAfterMs);
      },
    });
  }

  get counts() {
    return {
      ...this.warm.counts,
      ...this.#copies.counts,
      begunAtCopies: this.#begunAtCopies,
      isPreparing: this.#preparing.isRunning,
    };
  }

  /** What sees the log. `begin`: from where it is followed. */
  parts(begin: number): readonly FollowerPart[] {
    this.#compared = this.#copies.compare(begin);
    return [this.#copies, this.#preparing];
  }

  /** To be called when the log has been followed to its end. */
  async start(): Promise<void> {
    await this.#compared;
    if (this.#copies.counts.copies > 0) this.#spare.ready();
    this.#preparing.start();
  }

  /** Resolves when nothing that was erased is on the disk. */
  async scrub(): Promise<void> {
    await this.#preparing.interrupt();
    await this.warm.putAway();
    await this.#copies.scrubbed();
  }

  async close(): Promise<void> {
    await this.#preparing.stop();
    await this.warm.close();
    await this.#spare.close();
    await this.#copies.close();
  }
}
