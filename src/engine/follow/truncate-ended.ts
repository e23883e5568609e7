/**
 * A log stream that has ended keeps its last event only, and so does every `ephemeral-…` stream now and then. What is recorded goes when it is
 * sealed.
 */
import type { EventLog } from '../../ports/event-log.ts';
import { endsLogStream } from '../../state/ended-log-streams.ts';
import { clearsEphemeral } from '../../state/ephemeral.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { isRecorded } from '../../vocabulary/recorded-kinds.ts';
import type { Logger } from '../logger.ts';
import type { FollowerPart } from './follower.ts';

/** Events up to position `newsAfter` are history, whose streams were truncated at their time. */
export const truncateEnded = (
  log: EventLog,
  newsAfter: number,
  logger: Logger,
  sealed: (realmId: RealmId, position: number) => Promise<void> | undefined,
): FollowerPart => ({
  see({ event }) {
    if (event.position <= newsAfter || event.revision === 0) return;
    if (!endsLogStream(event) && !clearsEphemeral(event)) return;
    const failed = (error: unknown): void =>
      logger.warn({ err: error, stream: event.stream }, 'the earlier events of a log stream were not removed');
    const isRecord = isRecorded(event.kind, event.type);
    const removable = (isRecord ? sealed(event.realmId, event.position) : undefined) ?? Promise.resolve();
    removable.then(() => log.truncate(event.stream, event.revision)).catch(failed);
  },
});
