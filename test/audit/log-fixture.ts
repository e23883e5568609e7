/** Logs of two organizations, with events of every kind, exported or not. */
import { join } from 'node:path';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { DataOf, EventType } from '../../src/vocabulary/events/index.ts';
import type { EventId, QueueId, RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { type LogStream, logStream } from '../../src/vocabulary/log-streams.ts';
import { appendEvents } from '../support/engine.ts';
import { type Given, happened, realmId, registered } from '../support/given.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { secrets } from './import-dependencies.ts';

export const openLog = (folder = temporaryFolder()): Promise<EventLog> => openLmdbEventLog(join(folder, 'log'));

const place = past.inTopic(1, 'alpha');

/** A user whose address fingerprint is computed with the secret. */
export function newUser(id: number): Given[] {
  return past.newUser(id).map((given) =>
    given.event.type === 'UserCreated'
      ? {
          ...given,
          event: {
            ...given.event,
            data: {
              ...given.event.data,
              addressFingerprint: secrets.fingerprint(realmId, `user${id}@test.example`),
            },
          },
        }
      : given,
  );
}

/** Organization 1, `test`: messages sent, edited and deleted. The content of its newest message is `words`. */
export const firstPast = (words = 'the end'): Given[] => [
  registered,
  past.founded(),
  ...newUser(1),
  ...newUser(2),
  past.opened(1, 'general', [1, 2]),
  past.sends(1, 1, place, past.text('one \u2028 \ud83d\ude00 \ud800 "quoted"')),
  past.sends(2, 2, place, past.text('an erased word')),
  past.edits(1, 1, place, past.text('one, better'), 'one'),
  past.edits(2, 2, place, past.text('an erased word, edited'), 'an erased word'),
  past.deletes(2, 2, place),
  past.mutes(2, 1, 'alpha'),
  past.sends(3, 1, past.between(1, 2), past.text(words)),
];

/** The same event in another organization. */
const moved = (given: Given, to: RealmId): Given => ({
  ...given,
  stream: given.stream.replace(/^([a-z]+)-1\./, `$1-${to}.`) as LogStream,
});

/** Organization 2, `other`. */
const secondPast = (): Given[] => {
  const other = 2 as RealmId;
  return [
    happened(logStream.server(), 'RealmRegistered', { realmId: other, subdomain: 'other' }),
    ...[past.opened(1, 'theirs', []), past.sends(1, 1, place, past.text('said elsewhere'))].map((given) =>
      moved(given, other),
    ),
  ];
};

const cause = '00000000-0000-4000-8000-0000000000aa' as EventId;

const of = <T extends EventType>(stream: LogStream, type: T, data: DataOf<T>): Given => happened(stream, type, data);

/** Events that are not exported: a queue, a policy's checkpoint, a claim. The end of a policy action is exported. */
const stayingPast = (): Given[] => {
  const queueId = '1700000000:42' as QueueId;
  const reaction = logStream.policyClaim(realmId, cause, 'announcements.');
  return [
    of(logStream.policy('announcements'), 'PolicyStarted', { policy: 'announcements' }),
    of(logStream.queue(realmId, queueId), 'EventQueueTouched', { queueId }),
    of(reaction, 'PolicyActionClaimed', {
      policy: 'announcements.',
      causedBy: cause,
      plan: [{ command: 'send-notice', input: { content: 'a claimed word', senderId: 1 as UserId } }],
    }),
    of(reaction, 'PolicyActionFinished', { policy: 'announcements.', causedBy: cause }),
  ];
};

/** Events of a newer version: of an unknown type, and on an unknown kind of log stream. */
async function tellNews(log: EventLog): Promise<void> {
  for (const [stream, revision] of [
    ['message-1.3', 0],
    ['novelty-1.x', 'none'],
  ] as const) {
    const event = {
      id: crypto.randomUUID(),
      type: 'SomethingNew',
      data: { z: 1, a: [null, { b: 'c' }] },
      metadata: { at: 1, schema: 9, novel: true },
    };
    const result = await log.append(stream, [event], revision);
    if (!result.ok) throw new Error(result.reason);
  }
}

/** A log with all of these events, those of one organization among those of the other. */
export async function mixedLog(folder?: string): Promise<EventLog> {
  const log = await openLog(folder);
  await appendEvents(log, [...firstPast().slice(0, 4), ...secondPast().slice(0, 1)]);
  await appendEvents(log, firstPast().slice(4));
  await appendEvents(log, [...secondPast().slice(1), ...stayingPast()]);
  await tellNews(log);
  return log;
}

/** The log, in which message 3 is erased right after the first pass over it, before a line of the export is written. */
export function erasingAfterSurvey(log: EventLog): EventLog {
  let isSurvey = true;
  return {
    ...log,
    async *readAll(after, prefixes) {
      yield* log.readAll(after, prefixes);
      if (isSurvey) await appendEvents(log, [past.deletes(3, 1, past.between(1, 2))]);
      isSurvey = false;
    },
  };
}
