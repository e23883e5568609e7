/** Finds every list and map in the state that the service keeps in memory, and asks by which limit each is bounded. */
import { expect } from 'chai';
import { emptyServer, evolve, type ServerState } from '../../src/state/realm-state.ts';
import { type EventType, eventSchemas, type Recorded } from '../../src/vocabulary/events/index.ts';
import type { LimitName } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { appointed, signedIn } from '../support/audit-writes.ts';
import { defaultGroupCreated } from '../support/default-group-writes.ts';
import { contentErased, erasureAsked } from '../support/erasure-writes.ts';
import { examplesOf } from '../support/event-schemas.ts';
import { exportAsked, exportMade } from '../support/export-writes.ts';
import { file, fileDeleted, uploads } from '../support/file-writes.ts';
import { type Given, happened, recorded, stateAfter } from '../support/given.ts';
import { deletionHeld, facts, held } from '../support/hold-writes.ts';
import { invites } from '../support/invitation-writes.ts';
import {
  between,
  founded,
  inTopic,
  joins,
  leaves,
  listens,
  moves,
  mutes,
  newUser,
  opened,
  sends,
  text,
} from '../support/past-events.ts';
import { realmExportAsked } from '../support/realm-export-writes.ts';
import { claimed, sinkAdded, sinkAdvanced } from '../support/sink-writes.ts';
import {
  alertedBy,
  announcesIn,
  fieldCreated,
  groupCreated,
  madeDefault,
  newBot,
  roleChanged,
  stored,
} from '../support/writes.ts';

const past: Given[] = [
  founded(),
  fieldCreated(3),
  ...newUser(1, { role: 100 }),
  ...newUser(2),
  ...newBot(4, 1),
  opened(1, 'plans', [1, 2]),
  opened(2, 'goals', [1]),
  madeDefault(2),
  defaultGroupCreated(1, 'Design', 1),
  announcesIn(2),
  sends(1, 1, inTopic(1, 'lunch')),
  sends(2, 1, inTopic(1, 'tea')),
  moves(2, { channel: 1, topic: 'tea' }, { channel: 1, topic: 'lunch' }),
  leaves(1, 2),
  joins(1, 2),
  mutes(2, 1, 'tea'),
  alertedBy(2, ['tea']),
  listens(2, '1:1'),
  roleChanged(2, 200, 400),
  groupCreated(1, 'designers', 1),
  stored(1, { a: 'b' }),
  uploads(1, 1),
  uploads(2, 1),
  fileDeleted(2, 1, { held: true }),
  held(1, { users: [2], channels: [1] }),
  invites(1, 1),
  erasureAsked(1),
  sinkAdded(1, { actions: ['message.'] }),
  sinkAdvanced(1, { claimed }),
  exportAsked(1),
  exportAsked(2),
  exportMade(2),
  realmExportAsked(1),
  contentErased(1, [9]),
  deletionHeld(facts(9, 2, { addressed: [1], stoodIn: [1] }), [1]),
  sends(8, 1, inTopic(1, 'away')),
  moves(8, { channel: 1, topic: 'away' }, { channel: 2, topic: 'away' }),
  appointed(1, { request: { key: 'k', fingerprint: 'f' } }),
  signedIn(1, 0),
  sends(3, 1, between(1, 2), text('a file', { uploads: [file(1)] })),
];

/** What goes away again with them is seen before. */
const ending =
  /(?:Removed|Deleted|Ended|Erased|Withdrawn|Completed|ExportFailed|Archived|Deactivated|Expired|Finished|Left)$/;

/** The server after an event of every type, with every field that it may have: what `past` has no example of is seen here. */
function afterEveryEvent(): ServerState {
  const server = emptyServer();
  const types = Object.keys(eventSchemas) as EventType[];
  const begun = types.filter((type) => !ending.test(type));
  const registered = happened(logStream.server(), 'RealmRegistered', { realmId: 7 as never, subdomain: 'test' });
  const [first] = recorded([registered]) as [Recorded];
  evolve(server, first);
  // Twice: an event may need another one that comes after it in the list.
  for (const [at, type] of [...begun, ...begun].entries()) {
    const [data] = examplesOf(type);
    evolve(server, { ...first, type, data, realmId: 7, position: at + 2 } as Recorded);
  }
  return server;
}

/** The paths of the lists and maps in a value; a star means their elements. */
function collections(value: unknown, path = ''): string[] {
  if (ArrayBuffer.isView(value)) return [path];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Map) return [path, ...[...value.values()].flatMap((one) => collections(one, `${path}.*`))];
  if (value instanceof Set) return [path];
  if (Array.isArray(value)) return [path, ...value.flatMap((one) => collections(one, `${path}.*`))];
  return Object.entries(value).flatMap(([name, one]) => collections(one, path === '' ? name : `${path}.${name}`));
}

/** Each path with the limit that bounds it, or what there are as many of. */
const bounds: Readonly<Record<string, LimitName | `as many as ${string}`>> = {
  'invitations.byId': 'invitationsMax',
  'invitations.byId.*.channelIds': 'invitationStreamsMax',
  'realm.domains': 'realmDomainsMax',
  'realm.linkifiers': 'linkifiersMax',
  'realm.profileFields': 'profileFieldsMax',
  'realm.defaultChannels': 'defaultChannelsMax',
  'realm.defaultGroups': 'defaultGroupsMax',
  'realm.defaultGroups.*.channelIds': 'defaultGroupChannelsMax',
  'directory.accounts': 'botsEverPerOwnerMax',
  'directory.accounts.*.signInFailures': 'signInFailuresMax',
  'directory.withDefaultStream': 'botsWithDefaultsMax',
  'directory.addresses': 'as many as accounts',
  'directory.changes': 'accountChangesMax',
  'people.byId': 'as many as accounts',
  'people.byId.*.profile': 'profileFieldsMax',
  'people.byId.*.renderedProfile': 'profileFieldsMax',
  'people.byName': 'as many as accounts',
  'people.byName.*': 'as many as accounts',
  'channels.byId': 'channelsEverPerUserMax',
  'channels.byName': 'channelsMax',
  'audit.auditors': 'auditorsMax',
  'audit.requests': 'auditRequestsKept',
  'audit.signIns': 'as many as accounts',
  'files.byId': 'filesMax',
  'files.byId.*.sharedBy': 'sharingMessagesPerFileMax',
  'files.byToken': 'filesMax',
  'files.contents': 'filesMax',
  'files.sharing': 'as many as messages',
  'files.sharing.*.place.userIds': 'recipientsMax',
  'files.sharing.*.alsoAddressed': 'as many as accounts',
  'files.held': 'as many as files that were deleted',
  'files.held.*.sharedBy': 'sharingMessagesPerFileMax',
  'sinks.byId': 'sinksMax',
  'sinks.byId.*.actions': 'trailActionsMax',
  'sinks.byId.*.progress.claimed.events': 'sinkBatchEventsMax',
  'exports.byId': 'exportsKeptMax',
  'realmExports.byId': 'realmExportsListedMax',
  'erasures.byId': 'erasuresUnderWayMax',
  'erasures.byId.*.target.messageIds': 'erasedPartMax',
  'erasures.byId.*.part': 'erasedPartMax',
  retention: 'channelsMax',
  'holds.byId': 'holdsMax',
  'holds.byId.*.userIds': 'holdNamesMax',
  'holds.byId.*.channelIds': 'holdNamesMax',
  'holds.deleted': 'as many as messages',
  'holds.deleted.*.addressed': 'recipientsMax',
  'holds.deleted.*.stoodIn': 'channelsMax',
  'holds.deleted.*.uploads': 'contentBytesMax',
  'holds.uploads': 'as many as messages',
  'files.usedBy': 'as many as accounts',
  'memberships.byChannel': 'channelsMax',
  'memberships.byChannel.*.members.chunks': 'as many as accounts',
  'memberships.byChannel.*.members.chunks.*.columns': 'as many as accounts',
  'memberships.byChannel.*.past': 'as many as accounts',
  'memberships.byChannel.*.past.*': 'departuresMax',
  'memberships.ended.byUser': 'as many as accounts',
  'memberships.changes.byChannel': 'membershipChangesMax',
  'memberships.changes.byChannel.*.positions': 'channelMembershipChangesMax',
  'memberships.changes.byChannel.*.users': 'channelMembershipChangesMax',
  alertWords: 'as many as accounts',
  'alertWords.*': 'alertWordsMax',
  preferences: 'as many as accounts',
  'preferences.*.muted': 'mutedTopicsMax',
  'preferences.*.subscriptions': 'channelsMax',
  'realmEmoji.byId': 'realmEmojiMax',
  'realmEmoji.byName': 'realmEmojiMax',
  'scheduled.byId': 'scheduledMessagesMax',
  'userGroups.byId': 'userGroupsMax',
  'userGroups.byId.*.members': 'userGroupMembersMax',
  'userGroups.byName': 'userGroupsMax',
  presence: 'as many as accounts',
  'presence.*': 'presenceClientsMax',
  botStorage: 'as many as accounts',
  'botStorage.*': 'botStorageKeysMax',
  queues: 'queuesPerOrganizationMax',
  'queues.*.options.eventTypes': 'eventTypesMax',
  'queues.*.options.narrow': 'queueNarrowTermsMax',
  'queues.*.options.narrow.*': 'as many as an operator and an operand',
  revisions: 'as many as accounts, streams and queues',
  'topics.byChannel': 'channelsMax',
  'topics.byChannel.*': 'as many as messages',
  'topics.byChannel.*.*': 'as many as messages',
  'topics.left': 'as many as messages',
  'topics.left.*': 'channelsMax',
  'topics.moved': 'as many as messages',
  'server.bySubdomain': 'as many as organizations, which operators make',
  'server.importing': 'as many as organizations in an import',
  'server.revisions': 'as many as log streams of the server itself',
  'server.secrets.ended': 'as many as replacements of the secret',
};

describe('each list and map of the state in memory', () => {
  it('is bounded by a limit of the table, or by the number of things that it describes', () => {
    const { realms, ...server } = afterEveryEvent();
    const found = [stateAfter(past), ...realms.values(), { server }].flatMap((state) => collections(state));
    expect([...new Set(found)].sort()).to.deep.equal(Object.keys(bounds).sort());
  });
});
