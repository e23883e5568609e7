/**
 * Everything that decisions look at in one organization, folded from the log in log order. The maps are changed in place by the
 * one follower; the values in them are replaced, never changed, so that whoever holds one holds it as of its moment.
 */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { EventId, Millis, RealmId } from '../vocabulary/ids.ts';
import type { LogStream } from '../vocabulary/log-streams.ts';
import { type Channels, evolveChannels, noChannels } from './channels.ts';
import { type Directory, evolveDirectory, noDirectory } from './directory.ts';
import { evolveMemberships, type Memberships, noMemberships } from './memberships.ts';
import { evolvePeople, noPeople, type People } from './people.ts';
import { type AllPreferences, evolvePreferences } from './preferences.ts';
import { evolveQueues, type Queues } from './queues.ts';
import { evolveRealm, noRealmYet, type Realm } from './realm.ts';
import { evolveTopics, noTopics, type Topics } from './topics.ts';

export type RealmState = {
  readonly realmId: RealmId;
  readonly realm: Realm;
  readonly directory: Directory;
  readonly people: People;
  readonly channels: Channels;
  readonly memberships: Memberships;
  readonly topics: Topics;
  readonly preferences: AllPreferences;
  readonly queues: Queues;
  /** The newest revision of every log stream that is folded here; those of messages and reactions are read when needed. */
  readonly revisions: Map<LogStream, number>;
};

export type ServerState = {
  readonly realms: Map<RealmId, RealmState>;
  readonly bySubdomain: Map<string, RealmId>;
  /** Revisions of the log streams that belong to no organization. */
  readonly revisions: Map<LogStream, number>;
  /** Organizations whose history is being brought from another log: nobody writes there, and no policy acts on it. */
  readonly importing: Set<RealmId>;
  realmIdMax: number;
  /** The newest event folded. */
  newest: { readonly id: EventId | undefined; readonly at: Millis; readonly position: number };
};

export const emptyServer = (): ServerState => ({
  realms: new Map(),
  bySubdomain: new Map(),
  revisions: new Map(),
  importing: new Set(),
  realmIdMax: 0,
  newest: { id: undefined, at: 0, position: 0 },
});

export const emptyRealm = (realmId: RealmId): RealmState => ({
  realmId,
  realm: noRealmYet(),
  directory: noDirectory(),
  people: noPeople(),
  channels: noChannels(),
  memberships: noMemberships(),
  topics: noTopics(),
  preferences: new Map(),
  queues: new Map(),
  revisions: new Map(),
});

/** Folds the next event of the log. What is not about an organization returns undefined. */
export function evolve(server: ServerState, event: Recorded): RealmState | undefined {
  server.newest = { id: event.id, at: Math.max(server.newest.at, event.metadata.at), position: event.position };
  evolveServer(server, event);
  const realm = server.realms.get(event.realmId);
  if (!realm) {
    server.revisions.set(event.stream, event.revision);
    return undefined;
  }
  evolveInRealm(realm, event);
  return realm;
}

function evolveServer(server: ServerState, event: Recorded): void {
  const taken = ({ realmId, subdomain }: { realmId: RealmId; subdomain: string }): void => {
    server.bySubdomain.set(subdomain, realmId);
    server.realmIdMax = Math.max(server.realmIdMax, realmId);
  };
  switch (event.type) {
    case 'RealmRegistered':
      server.realms.set(event.data.realmId, emptyRealm(event.data.realmId));
      taken(event.data);
      break;
    case 'ImportBegan':
      for (const realm of event.data.realms) {
        taken(realm);
        server.importing.add(realm.realmId);
      }
      break;
    case 'ImportFinished':
      for (const realmId of event.data.realmIds) server.importing.delete(realmId);
      break;
  }
}

/** Each kind folds its own; memberships come before messages, because a joining begins above the messages before it. */
function evolveInRealm(state: RealmState, event: Recorded): void {
  switch (event.kind) {
    case 'message':
    case 'reaction':
      evolveTopics(state.topics, event);
      return;
    case 'queue':
      evolveQueues(state.queues, event);
      if (event.type === 'EventQueueDeleted' || event.type === 'EventQueueExpired')
        state.revisions.delete(event.stream);
      else state.revisions.set(event.stream, event.revision);
      return;
  }
  state.revisions.set(event.stream, event.revision);
  evolveRealm(state.realm, event);
  evolveDirectory(state.directory, event);
  evolvePeople(state.people, event);
  evolveChannels(state.channels, event);
  evolveMemberships(state.memberships, event, state.topics);
  evolveTopics(state.topics, event);
  evolvePreferences(state.preferences, event);
}
