/** A log stream that has ended keeps its last event only, and so does every `ephemeral-…` stream now and then. */
import type { EventLog } from '../../ports/event-log.ts';
import { endsLogStream } from '../../state/ended-log-streams.ts';
import { clearsEphemeral } from '../../state/ephemeral.ts';
import type { Logger } from '../logger.ts';
import type { FollowerPart } from './follower.ts';

/** Events up to position `newsAfter` are history, whose streams were truncated at their time. */
export const truncateEnded = (log: EventLog, newsAfter: number, logger: Logger): FollowerPart => ({
  see({ event }) {
    if (event.position <= newsAfter || event.revision === 0) return;
    if (!endsLogStream(event) && !clearsEphemeral(event)) return;
    const failed = (error: unknown): void =>
      logger.warn({ err: error, stream: event.stream }, 'the earlier events of a log stream were not removed');
    log.truncate(event.stream, event.revision).catch(failed);
  },
});
