/**
 * Everything that decisions read about one organization, folded from the log in log order. The follower changes the maps in place. It
 * replaces the values in them and never changes a value, so that a value that was read earlier stays the same. A field `…IdMax` is the
 * highest id that was ever given, because no id is given twice.
 */
import { applyEvent, handlerOf, type On, type StatePart } from '../define/handlers.ts';
import { type EventType, eventSchemas, type Recorded } from '../vocabulary/events/index.ts';
import type { EventId, Millis, RealmId } from '../vocabulary/ids.ts';
import { type LogStream, logStream, type StreamKind } from '../vocabulary/log-streams.ts';
import { alertWordsState } from './alert-words.ts';
import { auditState } from './audit.ts';
import { botStorageState } from './bot-storage.ts';
import { channelsState } from './channels.ts';
import { directoryState } from './directory.ts';
import { endsLogStream } from './ended-log-streams.ts';
import { erasuresState } from './erasures.ts';
import { exportsState } from './exports.ts';
import { filesState } from './files.ts';
import { holdsState } from './holds.ts';
import { invitationsState } from './invitations.ts';
import { membershipsState } from './memberships.ts';
import { peopleState } from './people.ts';
import { preferencesState } from './preferences.ts';
import { presenceState } from './presence.ts';
import { queuesState } from './queues.ts';
import { organizationState } from './realm.ts';
import { realmEmojiState } from './realm-emoji.ts';
import { realmExportsState } from './realm-exports.ts';
import { retentionState } from './retention.ts';
import { scheduledState } from './scheduled.ts';
import { sinksState } from './sinks.ts';
import { topicsState } from './topics.ts';
import { userGroupsState } from './user-groups.ts';

/** The parts of the state of an organization, in the order in which they take an event. */
const parts = {
  realm: organizationState,
  directory: directoryState,
  people: peopleState,
  channels: channelsState,
  // Memberships come before topics, because a new subscriber receives the messages above the highest id so far.
  memberships: membershipsState,
  topics: topicsState,
  preferences: preferencesState,
  alertWords: alertWordsState,
  queues: queuesState,
  userGroups: userGroupsState,
  presence: presenceState,
  botStorage: botStorageState,
  // Holds come before files, because a deletion removes from the files whom the message addressed, and that decides which holds cover it.
  holds: holdsState,
  files: filesState,
  audit: auditState,
  scheduled: scheduledState,
  invitations: invitationsState,
  realmEmoji: realmEmojiState,
  erasures: erasuresState,
  retention: retentionState,
  exports: exportsState,
  realmExports: realmExportsState,
  sinks: sinksState,
};

type Parts = typeof parts;
type PartName = keyof Parts;

export type RealmState = { readonly [N in PartName]: ReturnType<Parts[N]['initial']> } & {
  readonly realmId: RealmId;
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

const partsInOrder = Object.entries(parts) as [PartName, StatePart<unknown, RealmState>][];
const eventTypes = Object.keys(eventSchemas) as EventType[];
/** The parts that an event of each type changes. */
const changedBy = new Map(eventTypes.map((type) => [type, partsInOrder.filter(([, { on }]) => on[type])]));

export const emptyRealm = (realmId: RealmId): RealmState => ({
  ...(Object.fromEntries(partsInOrder.map(([name, { initial }]) => [name, initial()])) as Omit<
    RealmState,
    'realmId' | 'revisions'
  >),
  realmId,
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
      // The receivers of the sinks have the keys of the service from which the organization was imported.
      server.realms.get(realmId)?.sinks.byId.clear();
    }
  },
};

function addRealmName(server: ServerState, { realmId, subdomain }: { realmId: RealmId; subdomain: string }): void {
  server.bySubdomain.set(subdomain, realmId);
  server.realmIdMax = Math.max(server.realmIdMax, realmId);
}

function evolveRealm(state: RealmState, event: Recorded): void {
  for (const [name, part] of changedBy.get(event.type) ?? []) applyEvent(part, event, state[name], state);
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
