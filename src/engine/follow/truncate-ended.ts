/** A log stream that has ended keeps its last event only. */
import type { EventLog } from '../../ports/event-log.ts';
import { endsLogStream } from '../../state/ended-log-streams.ts';
import type { Logger } from '../logger.ts';
import type { FollowerPart } from './follower.ts';

/** Events up to position `newsAfter` are history, whose streams were truncated when they ended. */
export const truncateEnded = (log: EventLog, newsAfter: number, logger: Logger): FollowerPart => ({
  see({ event }) {
    if (event.position <= newsAfter || event.revision === 0 || !endsLogStream(event)) return;
    const failed = (error: unknown): void =>
      logger.warn({ err: error, stream: event.stream }, 'a log stream that has ended was not truncated');
    log.truncate(event.stream, event.revision).catch(failed);
  },
});
