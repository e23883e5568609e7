/** The service as the command line sees it: opened by `main.ts` over whatever stores the configuration names. */
import type { Config } from '../config.ts';
import type { Logger } from '../engine/logger.ts';
import type { Watch } from '../http/operations/operations.ts';
import type { Services } from '../http/services.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Millis } from '../vocabulary/ids.ts';

export type Application = {
  readonly services: Services;
  /** Its health and its metrics. */
  readonly watch: Watch;
  /** The log itself, for what moves whole histories. */
  readonly log: EventLog;
  /** What the start replayed, how long it took, and as of when the snapshot was that it began from. */
  readonly replayed: { readonly events: number; readonly ms: number; readonly snapshotOf: Millis | undefined };
  /** Removes the bytes of what was deleted from the disk, now. */
  scrub(): Promise<void>;
  /** Resolves when everything that stands in the log now is folded and in the read models. */
  caughtUp(): Promise<void>;
  /** Ends polls, finishes what is in flight, closes the stores. */
  close(): Promise<void>;
};

export type OpenApplication = (
  config: Config,
  /** Everything that is derived from a secret is derived from this one. */
  secret: string,
  logger: Logger,
  /** Told every second while the log is replayed. */
  progress?: (events: number) => void,
) => Promise<Application>;
