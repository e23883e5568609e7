/** Reads a few events of a log stream, in the current types and shapes. */
import type { EventLog } from '../../ports/event-log.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { LogStream } from '../../vocabulary/log-streams.ts';
import { decode } from './decode.ts';

/** `from`: the revision of the first event. Erased events, and events that this version does not know, are left out. */
export const eventReader =
  (log: EventLog) =>
  async (stream: LogStream, from: number, limit: number): Promise<readonly Recorded[]> =>
    (await log.readStream(stream, { from, limit })).flatMap((stored) => decode(stored) ?? []);

/** Whether a message is in the log and was not deleted. `stream`: its log stream. */
export const messageIsThere =
  (log: EventLog) =>
  async ({ stream }: Pick<Recorded, 'stream'>): Promise<boolean> => {
    const [newest] = await log.readStream(stream, { direction: 'backward', limit: 1 });
    return newest !== undefined && decode(newest)?.type !== 'MessageDeleted';
  };
