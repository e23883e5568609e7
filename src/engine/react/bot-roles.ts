/**
 * Makes sure that the bots of guests are guests, even in a log that is older than this rule. It runs at a start, and after an organization
 * was imported.
 */
import { botsAboveOwners } from '../../state/directory.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import type { Executed } from '../decide/executor.ts';
import type { Followed, FollowerPart } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';
import { untilDone } from './until-done.ts';

type BotRolesParts = {
  readonly state: ServerState;
  readonly align: (realmId: RealmId) => Promise<Executed<unknown>>;
  readonly logger: Logger;
  /** The pause after a failure, in milliseconds. Absent: a second. */
  readonly retryMs?: number;
};

export class BotRoles implements FollowerPart {
  readonly #parts: BotRolesParts;
  readonly #stop = new AbortController();
  #work: Promise<void> = Promise.resolve();
  #isStarted = false;

  constructor(parts: BotRolesParts) {
    this.#parts = parts;
  }

  see({ event }: Followed): void {
    if (this.#isStarted && event.type === 'ImportFinished') this.#align(event.data.realmIds);
  }

  /** Must be called when the end of the log has been reached. */
  start(): void {
    this.#isStarted = true;
    const { realms, importing } = this.#parts.state;
    this.#align([...realms.keys()].filter((realmId) => !importing.has(realmId)));
  }

  /** Resolves when no work is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }

  #align(realmIds: readonly RealmId[]): void {
    this.#work = this.#work.then(async () => {
      for (const realmId of realmIds) await this.#alignOne(realmId);
    });
  }

  /** Tries until the roles are changed or this process stops. Never rejects. */
  async #alignOne(realmId: RealmId): Promise<void> {
    const { state, align, logger, retryMs: pauseMs } = this.#parts;
    const aligned = async (): Promise<void> => {
      const realm = state.realms.get(realmId);
      if (!realm || botsAboveOwners(realm.directory).length === 0) return;
      const done = await align(realmId);
      if (!done.ok) throw new Refused(done.refusal);
    };
    const failed = (err: unknown): void =>
      logger.error({ err, realm: realmId }, 'bots of guests were not made guests; trying again');
    await untilDone(aligned, { signal: this.#stop.signal, failed, pauseMs });
  }
}
