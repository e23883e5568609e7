/**
 * Everything that decisions read about one organization, folded from the log in log order. The follower changes the maps in place. It
 * replaces the values in them and never changes a value, so that a value that was read earlier stays the same.
 */
import { applyEvent, handlerOf, type On } from '../define/handlers.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { EventId, Millis, RealmId } from '../vocabulary/ids.ts';
import { type LogStream, logStream, type StreamKind } from '../vocabulary/log-streams.ts';
import { type AlertWords, alertWordsState } from './alert-words.ts';
import { type Audit, auditState } from './audit.ts';
import { type BotStorage, botStorageState } from './bot-storage.ts';
import { type Channels, channelsState } from './channels.ts';
import { type Directory, directoryState } from './directory.ts';
import { endsLogStream } from './ended-log-streams.ts';
import { type Erasures, erasuresState } from './erasures.ts';
import { exportsState, type ReviewExports } from './exports.ts';
import { type Files, filesState } from './files.ts';
import { type Holds, holdsState } from './holds.ts';
import { type Invitations, invitationsState } from './invitations.ts';
import { type Memberships, membershipsState } from './memberships.ts';
import { type People, peopleState } from './people.ts';
import { type AllPreferences, preferencesState } from './preferences.ts';
import { type Presence, presenceState } from './presence.ts';
import { type Queues, queuesState } from './queues.ts';
import { organizationState, type Realm } from './realm.ts';
import { type AllRealmEmoji, realmEmojiState } from './realm-emoji.ts';
import { type RealmExports, realmExportsState } from './realm-exports.ts';
import { type Retention, retentionState } from './retention.ts';
import { type Scheduled, scheduledState } from './scheduled.ts';
import { type Sinks, sinksState } from './sinks.ts';
import { type Topics, topicsState } from './topics.ts';
import { type UserGroups, userGroupsState } from './user-groups.ts';

export type RealmState = {
  readonly realmId: RealmId;
  readonly realm: Realm;
  readonly directory: Directory;
  readonly people: People;
  readonly channels: Channels;
  readonly memberships: Memberships;
  readonly topics: Topics;
  readonly preferences: AllPreferences;
  readonly alertWords: AlertWords;
  readonly queues: Queues;
  readonly userGroups: UserGroups;
  readonly presence: Presence;
  readonly botStorage: BotStorage;
  readonly files: Files;
  readonly audit: Audit;
  readonly scheduled: Scheduled;
  readonly invitations: Invitations;
  readonly holds: Holds;
  readonly realmEmoji: AllRealmEmoji;
  readonly erasures: Erasures;
  readonly retention: Retention;
  readonly exports: ReviewExports;
  readonly realmExports: RealmExports;
  readonly sinks: Sinks;
  /** The newest revision of every folded log stream. Streams of messages and claims are left out, because they are read when needed. */
  readonly revisions: Map<LogStream, number>;
};

export type SecretsInUse = {
  readonly current?: string | undefined;
  readonly former?: string | undefined;
  /** The secrets whose keys are no longer valid. */
  readonly ended: readonly string[];
};

export type ServerState = {
  readonly realms: Map<RealmId, RealmState>;
  readonly bySubdomain: Map<string, RealmId>;
  /** The revisions of the log streams that belong to no organization. */
  readonly revisions: Map<LogStream, number>;
  /** Organizations that are being imported from another log. No command writes to them, and no policy acts on their events. */
  readonly importing: Set<RealmId>;
  realmIdMax: number;
  /** The fingerprints of the current secret, and of the former one whose keys are still valid. */
  secrets: SecretsInUse;
  /** The newest folded event. */
  newest: { readonly id: EventId | undefined; readonly at: Millis; readonly position: number };
};

export const emptyServer = (): ServerState => ({
  realms: new Map(),
  bySubdomain: new Map(),
  revisions: new Map(),
  importing: new Set(),
  realmIdMax: 0,
  secrets: { ended: [] },
  newest: { id: undefined, at: 0, position: 0 },
});

export const emptyRealm = (realmId: RealmId): RealmState => ({
  realmId,
  realm: organizationState.initial(),
  directory: directoryState.initial(),
  people: peopleState.initial(),
  channels: channelsState.initial(),
  memberships: membershipsState.initial(),
  topics: topicsState.initial(),
  preferences: preferencesState.initial(),
  alertWords: alertWordsState.initial(),
  queues: queuesState.initial(),
  userGroups: userGroupsState.initial(),
  presence: presenceState.initial(),
  botStorage: botStorageState.initial(),
  files: filesState.initial(),
  audit: auditState.initial(),
  scheduled: scheduledState.initial(),
  invitations: invitationsState.initial(),
  holds: holdsState.initial(),
  realmEmoji: realmEmojiState.initial(),
  erasures: erasuresState.initial(),
  retention: retentionState.initial(),
  exports: exportsState.initial(),
  realmExports: realmExportsState.initial(),
  sinks: sinksState.initial(),
  revisions: new Map(),
});

/** Applies the next event of the log. Returns the state of its organization; undefined if the event is about no organization. */
export function evolve(server: ServerState, event: Recorded): RealmState | undefined {
  server.newest = { id: event.id, at: Math.max(server.newest.at, event.metadata.at), position: event.position };
  handlerOf(onServer, event)?.(event, server);
  const realm = server.realms.get(event.realmId);
  if (!realm) {
    server.revisions.set(event.stream, event.revision);
    return undefined;
  }
  evolveRealm(realm, event);
  return realm;
}

/** The organizations of the server, and the secret under which the log is written. */
const onServer: On<[server: ServerState], void> = {
  SecretRecorded({ data: { fingerprint } }, server) {
    server.secrets = { current: fingerprint, ended: [] };
  },
  SecretReplaced({ data: { fingerprint, previous } }, server) {
    server.secrets = { ...server.secrets, current: fingerprint, former: previous };
  },
  SecretEnded({ data: { fingerprint } }, server) {
    const { current, ended } = server.secrets;
    server.secrets = { current, ended: [...ended, fingerprint] };
  },
  RealmRegistered({ data }, server) {
    server.realms.set(data.realmId, emptyRealm(data.realmId));
    addRealmName(server, data);
  },
  ImportBegan({ data }, server) {
    for (const realm of data.realms) {
      addRealmName(server, realm);
      server.importing.add(realm.realmId);
    }
  },
  ImportFinished({ data }, server) {
    for (const realmId of data.realmIds) {
      server.importing.delete(realmId);
      // Their receivers belong to the service from which the organization was imported, and use other secrets.
      server.realms.get(realmId)?.sinks.byId.clear();
    }
  },
};

function addRealmName(server: ServerState, { realmId, subdomain }: { realmId: RealmId; subdomain: string }): void {
  server.bySubdomain.set(subdomain, realmId);
  server.realmIdMax = Math.max(server.realmIdMax, realmId);
}

function evolveRealm(state: RealmState, event: Recorded): void {
  applyEvent(organizationState, event, state.realm);
  applyEvent(directoryState, event, state.directory);
  applyEvent(peopleState, event, state.people);
  applyEvent(channelsState, event, state.channels);
  // Memberships come before topics, because a new subscriber receives the messages above the highest id so far.
  applyEvent(membershipsState, event, state.memberships, state.topics);
  applyEvent(topicsState, event, state.topics);
  applyEvent(preferencesState, event, state.preferences);
  applyEvent(alertWordsState, event, state.alertWords);
  applyEvent(queuesState, event, state.queues, state.directory);
  applyEvent(userGroupsState, event, state.userGroups);
  applyEvent(presenceState, event, state.presence);
  applyEvent(botStorageState, event, state.botStorage);
  // Holds come before files. A deleted message is covered by the holds of the users whom it mentioned, and these are known from the
  // messages that share files.
  applyEvent(holdsState, event, state.holds, state);
  applyEvent(filesState, event, state.files, state);
  applyEvent(auditState, event, state.audit);
  applyEvent(scheduledState, event, state.scheduled);
  applyEvent(invitationsState, event, state.invitations);
  applyEvent(realmEmojiState, event, state.realmEmoji);
  applyEvent(erasuresState, event, state.erasures);
  applyEvent(retentionState, event, state.retention);
  applyEvent(exportsState, event, state.exports);
  applyEvent(realmExportsState, event, state.realmExports);
  applyEvent(sinksState, event, state.sinks);
  recordRevision(state.revisions, event);
}

/** The log streams of these kinds are read when a command decides about one of them. */
const readWhenNeeded: ReadonlySet<StreamKind> = new Set([
  'message',
  'emoji',
  'file',
  'scheduled',
  'invitation',
  'reaction',
  'request',
  'password',
]);

/** A log stream that has ended gets no more events, so that its revision is not needed. */
function recordRevision(revisions: RealmState['revisions'], event: Recorded): void {
  if (readWhenNeeded.has(event.kind)) return;
  if (endsLogStream(event)) revisions.delete(event.stream);
  else revisions.set(event.stream, event.revision);
  if (event.type === 'SinkRemoved') revisions.delete(logStream.sink(event.realmId, event.data.sinkId));
}
