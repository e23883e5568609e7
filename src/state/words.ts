/** The log streams of a user's statuses and alert words. Each has a limited number of events, because one event erases all of them. */
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { type LogStream, logStream } from '../vocabulary/log-streams.ts';
import type { RealmState } from './realm-state.ts';

type Given = Pick<RealmState, 'revisions'>;

/** The log streams of the user's texts so far, oldest first. */
export function wordsStreams({ revisions }: Given, realmId: RealmId, userId: UserId): LogStream[] {
  const streams: LogStream[] = [];
  for (let part = 0; revisions.has(logStream.words(realmId, userId, part)); part += 1)
    streams.push(logStream.words(realmId, userId, part));
  return streams;
}

/** The log stream for the next event about the user's texts. */
export function wordsStream(state: Given, realmId: RealmId, userId: UserId): LogStream {
  const begun = wordsStreams(state, realmId, userId);
  const newest = begun.at(-1);
  return newest !== undefined && (state.revisions.get(newest) ?? 0) + 1 < limits.wordsEventsMax
    ? newest
    : logStream.words(realmId, userId, begun.length);
}
