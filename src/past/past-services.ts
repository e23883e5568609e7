/**
 * The services that endpoints get in the past: the state and the read models as they were at the moment. No command can run, and there is
 * no secret.
 */
import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { KeyedMutex } from '../define/mutex.ts';
import { News } from '../engine/follow/news.ts';
import { secretsFrom } from '../engine/secrets.ts';
import { attemptCounters } from '../http/request/attempt-counters.ts';
import type { Services } from '../http/services.ts';
import type { EventReader } from '../queries/trail/names.ts';
import type { TextWork } from '../rendering/text-work.ts';
import { ExportProgress } from '../review/making.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';

type PastServicesParts = {
  readonly config: Config;
  readonly state: ServerState;
  readonly read: Services['read'];
  readonly events: EventReader;
  readonly texts: TextWork;
  /** The time of day at the moment. */
  readonly now: Millis;
};

/** A service that does not exist in the past. Only endpoints that are refused in the past use it. */
const absent = (name: string) => (): never => {
  throw new Error(`there is no ${name} in the past`);
};

const absentPart = (name: string) => new Proxy({}, { get: absent(name) }) as never;

export function pastServices({ config, state, read, events, texts, now }: PastServicesParts): Services {
  const news = new News();
  // No new events arrive in the past, so that a client that follows the trail reaches its end at once.
  news.close();
  return {
    config,
    forAuditor: true,
    secrets: secretsFrom(randomUUID()),
    now: () => now,
    eventTime: () => now,
    state,
    realm: (realmId: RealmId): RealmState => {
      const found = state.realms.get(realmId);
      if (!found) throw new Refused({ code: 'realm-missing' });
      return found;
    },
    run: absent('command'),
    runOnServer: absent('command'),
    read,
    erasablePages: absent('erasure'),
    catchUp: () => Promise.resolve(),
    settled: () => Promise.resolve(),
    onWholeTopics: absent('command'),
    moves: new KeyedMutex(),
    render: absent('rendering'),
    texts,
    events,
    news,
    queues: absentPart('event queue'),
    passwords: absentPart('password'),
    ...attemptCounters(),
    contents: absentPart('uploaded file'),
    exports: absentPart('export'),
    exportProgress: new ExportProgress(),
    operations: absentPart('operation'),
    pasts: absentPart('further past'),
  };
}
