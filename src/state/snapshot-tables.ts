/**
 * The folded state in the form in which a snapshot stores it: the facts of the server, and the facts and tables of each organization. The
 * follower replaces the entries of a table and never changes an entry, so that entries that were read stay the same.
 */
import type { ChannelId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { Bounds } from '../vocabulary/intervals.ts';
import type { LogStream } from '../vocabulary/log-streams.ts';
import type { RealmEmoji } from '../vocabulary/realm-emoji.ts';
import { type Account, putAccount } from './directory.ts';
import type { UploadedFile } from './files.ts';
import { type HeldDeletion, holdDeletion } from './holds.ts';
import { putPast } from './memberships.ts';
import { putEmoji } from './realm-emoji.ts';
import { emptyRealm, type RealmState, type ServerState } from './realm-state.ts';

/** Must be incremented when the form of the state changes, or the effect of an event on it. Snapshots of another version are ignored. */
export const stateVersion = 24;

export type Table = {
  /** The number of entries in each page of the snapshot. Tables with large entries have fewer. */
  readonly entriesPerPage: number;
  entries(realm: RealmState): Iterable<unknown>;
  put(realm: RealmState, entry: never): void;
};

const usual = 1_000;
const large = 20;

const mapped = <K, V>(of: (realm: RealmState) => Map<K, V>): Table => ({
  entriesPerPage: usual,
  entries: (realm) => of(realm).entries(),
  put: (realm, [key, value]: [K, V]) => void of(realm).set(key, value),
});

type MembersEntry = readonly [ChannelId, { size: number; firsts: number[]; columns: Uint16Array[] }];

export const tables: Readonly<Record<string, Table>> = {
  accounts: {
    ...mapped(({ directory }) => directory.accounts),
    put: ({ directory }, [, account]: [UserId, Account]) => putAccount(directory, account),
  },
  addresses: mapped(({ directory }) => directory.addresses),
  roleChanges: {
    entriesPerPage: usual,
    entries: ({ directory }) => directory.changes,
    put: ({ directory }, change: RealmState['directory']['changes'][number]) => void directory.changes.push(change),
  },
  people: mapped(({ people }) => people.byId),
  names: mapped(({ people }) => people.byName),
  channels: mapped(({ channels }) => channels.byId),
  channelNames: mapped(({ channels }) => channels.byName),
  members: {
    entriesPerPage: large,
    *entries({ memberships }): Iterable<MembersEntry> {
      for (const [channelId, { members }] of memberships.byChannel) {
        const { size, chunks } = members;
        yield [
          channelId,
          { size, firsts: chunks.map(({ first }) => first), columns: chunks.map(({ columns }) => columns) },
        ];
      }
    },
    put({ memberships }, [channelId, { size, firsts, columns }]: MembersEntry) {
      // Copied, because a part of a larger buffer would keep the whole buffer in memory.
      const chunks = firsts.map((first, at) => ({ first, columns: (columns[at] as Uint16Array).slice() }));
      memberships.byChannel.set(channelId, { members: { size, chunks }, past: new Map() });
    },
  },
  pastMembers: {
    entriesPerPage: usual,
    *entries({ memberships }) {
      for (const [channelId, { past }] of memberships.byChannel)
        for (const [userId, bounds] of past) yield [channelId, userId, bounds];
    },
    put({ memberships }, [channelId, userId, bounds]: [ChannelId, UserId, Bounds]) {
      putPast(memberships, channelId, userId, bounds);
    },
  },
  membershipChanges: {
    entriesPerPage: large,
    *entries({ memberships }) {
      for (const [channelId, { positions, users }] of memberships.changes.byChannel)
        yield [channelId, { positions: [...positions], users: [...users] }];
    },
    put({ memberships }, [channelId, changes]: [ChannelId, { positions: number[]; users: number[] }]) {
      memberships.changes.byChannel.set(channelId, changes);
      memberships.changes.count += changes.users.length;
    },
  },
  topics: {
    entriesPerPage: large,
    *entries({ topics }) {
      for (const [channelId, ofChannel] of topics.byChannel)
        for (const [topic, ids] of ofChannel) yield [channelId, topic, new Uint32Array(ids)];
    },
    put({ topics }, [channelId, topic, ids]: [ChannelId, string, Uint32Array]) {
      const ofChannel = topics.byChannel.get(channelId) ?? new Map();
      topics.byChannel.set(channelId, ofChannel);
      ofChannel.set(topic, Array.from(ids));
    },
  },
  moved: mapped(({ topics }) => topics.moved),
  leftChannels: mapped(({ topics }) => topics.left),
  preferences: mapped(({ preferences }) => preferences),
  userGroups: mapped(({ userGroups }) => userGroups.byId),
  userGroupNames: mapped(({ userGroups }) => userGroups.byName),
  presence: mapped(({ presence }) => presence),
  botStorage: { ...mapped(({ botStorage }) => botStorage), entriesPerPage: large },
  alertWords: mapped(({ alertWords }) => alertWords),
  queues: mapped(({ queues }) => queues),
  files: {
    entriesPerPage: usual,
    entries: ({ files }) => files.byId.values(),
    put({ files }, file: UploadedFile) {
      files.byId.set(file.fileId, file);
      files.byToken.set(file.token, file.fileId);
    },
  },
  heldFiles: mapped(({ files }) => files.held),
  sharing: mapped(({ files }) => files.sharing),
  filesOfUsers: mapped(({ files }) => files.usedBy),
  fileContents: mapped(({ files }) => files.contents),
  holds: mapped(({ holds }) => holds.byId),
  erasures: mapped(({ erasures }) => erasures.byId),
  retention: mapped(({ retention }) => retention),
  exports: mapped(({ exports }) => exports.byId),
  realmExports: mapped(({ realmExports }) => realmExports.byId),
  sinks: { ...mapped(({ sinks }) => sinks.byId), entriesPerPage: large },
  heldDeletions: {
    entriesPerPage: usual,
    entries: ({ holds }) => holds.deleted.values(),
    put: ({ holds }, deletion: HeldDeletion) => holdDeletion(holds, deletion),
  },
  auditors: mapped(({ audit }) => audit.auditors),
  auditRequests: mapped(({ audit }) => audit.requests),
  signIns: mapped(({ audit }) => audit.signIns),
  realmEmoji: {
    entriesPerPage: usual,
    entries: ({ realmEmoji }) => realmEmoji.byId.values(),
    put: ({ realmEmoji }, emoji: RealmEmoji) => putEmoji(realmEmoji, emoji),
  },
  scheduled: mapped(({ scheduled }) => scheduled.byId),
  invitations: mapped(({ invitations }) => invitations.byId),
  revisions: mapped(({ revisions }) => revisions),
};

/** The fields of an organization's parts that are in no table. Of `realm` these are all fields. */
const fields: { readonly [N in keyof RealmState]?: readonly (keyof RealmState[N] & string)[] } = {
  directory: ['userIdMax'],
  channels: ['channelIdMax'],
  topics: ['lastMessageId', 'claimedMessageId'],
  userGroups: ['groupIdMax'],
  files: ['fileIdMax', 'used'],
  scheduled: ['idMax'],
  invitations: ['idMax'],
  holds: ['holdIdMax'],
  erasures: ['erasureIdMax'],
  exports: ['exportIdMax', 'erased'],
  realmExports: ['idMax'],
  sinks: ['sinkIdMax'],
};

/** The state of an organization without its tables. */
export type RealmFacts = { readonly realmId: RealmId; readonly parts: Readonly<Record<string, object>> };

export function factsOf(state: RealmState): RealmFacts {
  const parts: Record<string, object> = { realm: { ...state.realm } };
  for (const [name, names] of Object.entries(fields)) {
    const part: Readonly<Record<string, unknown>> = { ...(state[name as keyof RealmState] as object) };
    parts[name] = Object.fromEntries(names.map((field) => [field, part[field]]));
  }
  return { realmId: state.realmId, parts };
}

export function realmOf({ realmId, parts }: RealmFacts): RealmState {
  const state = emptyRealm(realmId);
  for (const [name, facts] of Object.entries(parts)) Object.assign(state[name as keyof RealmState], facts);
  return state;
}

/** The state of the server without its organizations. */
export type ServerFacts = {
  readonly bySubdomain: ReadonlyMap<string, RealmId>;
  readonly revisions: ReadonlyMap<LogStream, number>;
  readonly importing: ReadonlySet<RealmId>;
  readonly realmIdMax: number;
  readonly secrets: ServerState['secrets'];
  readonly newest: ServerState['newest'];
};

export const serverFactsOf = (server: ServerState): ServerFacts => ({
  bySubdomain: new Map(server.bySubdomain),
  revisions: new Map(server.revisions),
  importing: new Set(server.importing),
  realmIdMax: server.realmIdMax,
  secrets: server.secrets,
  newest: { ...server.newest },
});

export const serverOf = (facts: ServerFacts): ServerState => ({
  realms: new Map(),
  bySubdomain: new Map(facts.bySubdomain),
  revisions: new Map(facts.revisions),
  importing: new Set(facts.importing),
  realmIdMax: facts.realmIdMax,
  secrets: facts.secrets,
  newest: facts.newest,
});
