/** Random writes of every kind, in a valid order, in an organization with users of every role. */
import fc from 'fast-check';
import { isForNewUsers } from '../../commands/rules/default-groups.ts';
import { idsOf } from '../../src/state/channel-members.ts';
import { type Channel, openChannel } from '../../src/state/channels.ts';
import { isSubscribed, membersOf } from '../../src/state/memberships.ts';
import { emptyServer, evolve, type RealmState } from '../../src/state/realm-state.ts';
import type { UserGroup } from '../../src/state/user-groups.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import type { RealmChange } from '../../src/vocabulary/realm-settings.ts';
import type { Role } from '../../src/vocabulary/roles.ts';
import { audits } from './audit-writes.ts';
import { defaultGroupWrites } from './default-group-writes.ts';
import { fileDeleted, uploads } from './file-writes.ts';
import { type Given, realmId, recorder, registered } from './given.ts';
import { holds } from './hold-writes.ts';
import { invitationWrites } from './invitation-writes.ts';
import * as past from './past-events.ts';
import { activity, presenceOf, roleGiven, visibilityChanged } from './random-accounts.ts';
import { type At, messageWrites, pick } from './random-messages.ts';
import { exportsAndSinks } from './sink-writes.ts';
import * as writes from './writes.ts';

/** Users 1–7: owner, administrator, two members, two guests, a bot of member 3. */
export const viewers = [1, 2, 3, 4, 5, 6, 7] as const;
const roles: readonly Role[] = [100, 200, 400, 400, 600, 600];

/** User 8 is a system bot. Streams 1–4: public (default and for notifications), public, private, private. */
export const beginning: readonly Given[] = [
  past.founded(),
  ...roles.flatMap((role, index) => past.newUser(index + 1, { role })),
  ...writes.newBot(7, 3),
  ...writes.newBot(8, null),
  past.opened(1, 'General', [1, 2, 3, 5]),
  past.opened(2, 'random', [1]),
  past.opened(3, 'secret', [1, 3, 6], { inviteOnly: true }),
  past.opened(4, 'Archive', [3], { inviteOnly: true, historyPublic: true }),
  writes.madeDefault(1),
  writes.announcesIn(1),
  writes.fieldCreated(1),
];

/** The kind of write, and numbers that select the user, the stream and other details. */
type Step = { kind: number; a: number; b: number; c: number };

export const randomWrites = (stepsMax: number): fc.Arbitrary<Given[]> =>
  fc
    .array(fc.record({ kind: fc.nat(999), a: fc.nat(999), b: fc.nat(999), c: fc.nat(999) }), {
      maxLength: stepsMax,
      size: 'max',
    })
    .map(eventsOf);

function eventsOf(steps: readonly Step[]): Given[] {
  const events: Given[] = [];
  const server = emptyServer();
  const record = recorder();
  const happen = (more: readonly Given[]) => {
    for (const one of more) evolve(server, record(one));
  };
  happen([registered, ...beginning]);
  for (const { kind, a, b, c } of steps) {
    const state = server.realms.get(realmId);
    const write = kinds[kind % kinds.length];
    if (!state || !write) continue;
    const more = write({ state, a, b, c });
    events.push(...more);
    happen(more);
  }
  return events;
}

const people = [1, 2, 3, 4, 5, 6];
const open = ({ state, a }: At): Channel | undefined =>
  pick(
    [...state.channels.byId.values()].filter(({ channelId }) => openChannel(state.channels, channelId)),
    a,
  );
const botOf = ({ state, a }: At): UserId | undefined =>
  pick(
    [...state.directory.accounts.values()].filter(({ bot }) => bot?.ownerId != null),
    a,
  )?.userId;
/** A subset of all users, by the bits of a number. */
const some = (bits: number): number[] => viewers.filter((_, index) => (bits >> index) % 2 === 1);
const inChannel = (at: At, how: (channel: Channel) => Given[]): Given[] => {
  const channel = open(at);
  return channel ? how(channel) : [];
};
const aboutBot = (at: At, how: (bot: UserId) => Given[]): Given[] => {
  const bot = botOf(at);
  return bot === undefined ? [] : how(bot);
};

const kinds: readonly ((at: At) => Given[])[] = [
  ({ state, a }) => [uploads(state.files.fileIdMax + 1, pick(viewers, a) ?? 1)],
  ({ state, a }) => {
    const gone = pick([...state.files.byId.values()], a);
    return gone ? [fileDeleted(gone.fileId, gone.userId)] : [];
  },
  (at) =>
    inChannel(at, ({ channelId }) => {
      const shared = pick([...at.state.files.byId.keys()], at.b);
      if (shared === undefined) return [];
      const id = at.state.topics.lastMessageId + 1;
      return [past.sends(id, 1, past.inTopic(channelId, 'topic 0'), past.text('a file', { uploads: [shared] }))];
    }),
  ({ state, b, c }) => {
    const id = state.channels.channelIdMax + 1;
    return [past.opened(id, `stream ${id}`, some(b), { inviteOnly: c % 2 === 0, historyPublic: c % 4 > 0 })];
  },
  (at) => inChannel(at, ({ channelId }) => [past.joins(channelId, ...some(at.b))]),
  (at) => inChannel(at, ({ channelId }) => [past.joins(channelId, pick(viewers, at.b) ?? 1)]),
  (at) => inChannel(at, (channel) => leaving(at.state, channel, some(at.b))),
  (at) => inChannel(at, (channel) => leaving(at.state, channel, [pick(viewers, at.b) ?? 1])),
  (at) => (at.c % 3 > 0 ? [] : inChannel(at, ({ channelId, name }) => [past.archived(channelId, name)])),
  (at) =>
    inChannel(at, ({ channelId, name }) => [writes.channelRenamed(channelId, `${name.slice(0, 9)} ${at.b}`, name)]),
  (at) => inChannel(at, ({ channelId }) => [writes.channelDescribed(channelId, `about ${at.b}`)]),
  (at) => inChannel(at, ({ channelId }) => [writes.postPolicyChanged(channelId, pick([1, 2, 3] as const, at.b) ?? 1)]),
  (at) => inChannel(at, ({ channelId }) => [writes.retentionChanged(channelId, pick([null, -1, 30], at.b) ?? null)]),
  (at) => inChannel(at, (channel) => privacyGiven(at, channel)),
  (at) => inChannel(at, ({ channelId }) => wanting(at, channelId)),
  (at) => inChannel(at, ({ channelId }) => [past.mutes(pick(people, at.b) ?? 1, channelId, `topic ${at.c % 2}`)]),
  (at) => inChannel(at, ({ channelId }) => [writes.unmutes(pick(people, at.b) ?? 1, channelId, `topic ${at.c % 2}`)]),
  ({ a, b }) => [writes.sets(pick(viewers, a) ?? 1, { enable_sounds: b % 2 === 0, desktop_icon_count_display: 2 })],
  ({ state, a, c }) => roleGiven(state, pick(people, a) ?? 2, pick([100, 200, 400, 600] as const, c) ?? 400),
  ({ state, a, c }) => roleGiven(state, pick(people, a) ?? 2, c % 2 === 0 ? 600 : 400),
  ({ state, a, b }) => {
    const id = state.directory.userIdMax + 1;
    return b % 2 === 0 ? past.newUser(id) : writes.newBot(id, pick(people, a) ?? 1);
  },
  ({ a, b }) => [writes.renamed(pick([...viewers, 8], a) ?? 1, `Name ${b}`)],
  ({ state, a }) => activity(state, pick(viewers, a) ?? 3),
  ({ a, b, c }) => [
    writes.looks(pick(viewers, a) ?? 1, { dense_mode: b % 2 > 0, color_scheme: pick([1, 2, 3] as const, c) ?? 1 }),
    writes.timezoneChanged(pick(viewers, b) ?? 1, pick(['Europe/Oslo', 'UTC'], c) ?? 'UTC'),
  ],
  ({ state, a }) => audits(state, pick(people, a) ?? 1),
  ({ state, ...which }) => invitationWrites(state, which),
  ({ state, ...which }) => defaultGroupWrites(state, which),
  ({ state, a, b }) => (b % 2 ? exportsAndSinks(state) : holds(state, pick(people, a) ?? 1)),
  ({ a, b }) => [writes.passwordSet(pick(people, a) ?? 1, `hash ${b}`), writes.signInFailed(pick(people, b) ?? 1)],
  (at) => aboutBot(at, (bot) => activity(at.state, bot)),
  (at) =>
    aboutBot(at, (bot) => {
      const { keyGeneration = 1, tokenGeneration = 1, bot: kind } = at.state.directory.accounts.get(bot) ?? {};
      return [writes.keyRotated(bot, keyGeneration + 1, kind?.type === 3 ? tokenGeneration + 1 : undefined)];
    }),
  (at) =>
    aboutBot(at, (bot) => {
      const previous = at.state.directory.accounts.get(bot)?.bot?.ownerId;
      const next = pick(people, at.b);
      return previous == null || next === undefined || next === previous
        ? []
        : [writes.ownerChanged(bot, next, previous)];
    }),
  (at) =>
    inChannel(at, ({ channelId }) =>
      aboutBot({ ...at, a: at.b }, (bot) => [
        writes.defaultsChanged(bot, channelId, at.c % 3 > 0 ? channelId : null, at.c % 2 > 0),
      ]),
    ),
  ({ state, a }) => {
    const id = state.directory.userIdMax + 1;
    const service = { payloadUrl: 'http://a.example/', interface: 1 };
    return [
      ...writes.newBot(id, pick(people, a) ?? 1, { type: 3, service }),
      writes.serviceChanged(id, 'http://b.example/'),
    ];
  },
  ({ a, b, c }) => [writes.typed(pick(people, a) ?? 1, c % 2 === 0 ? 'start' : 'stop', pick(viewers, b) ?? 2)],
  ({ a, b, c }) => [
    writes.statusChanged(pick(people, a) ?? 1, {
      ...(b % 3 > 0 && { away: b % 2 === 0 }),
      ...(b % 3 < 2 && { text: c % 2 === 0 ? '' : `text ${c}` }),
    }),
  ],
  ({ state, a, b, c }) => [presenceOf(state, pick(people, a) ?? 1, b, c)],
  ({ state }) => [writes.fieldCreated(state.realm.profileFieldIdMax + 1, 4)],
  ({ state, a }) => {
    const field = pick(state.realm.profileFields, a);
    return field ? [writes.fieldDeleted(field.id)] : [];
  },
  ({ state, a, b, c }) => {
    const field = pick(state.realm.profileFields, b);
    if (!field) return [];
    const rendered = field.type === 1 ? `<p>${c}</p>` : undefined;
    return [writes.answered(pick(people, a) ?? 1, field.id, c % 3 === 0 ? null : String(c), rendered)];
  },
  ({ a, b, c }) => [
    writes.settingsChanged(
      pick<RealmChange>(
        [
          { create_stream_policy: pick([1, 2, 3] as const, b) ?? 1, waiting_period_threshold: c % 2 },
          { invite_to_stream_policy: pick([1, 2, 3] as const, b) ?? 1, name: `Name ${c}`, mandatory_topics: c % 2 > 0 },
          { allow_message_editing: b % 2 > 0, message_content_edit_limit_seconds: c, allow_message_deleting: true },
          { default_language: 'de', default_code_block_language: c % 2 > 0 ? null : 'python', description: `${c}` },
        ],
        a,
      ) ?? {},
    ),
  ],
  ({ state, b }) => (b % 2 === 0 ? [] : visibilityChanged(state)),
  (at) =>
    inChannel(at, ({ channelId }) => [
      writes.settingsChanged({ signup_notifications_stream_id: at.b % 3 > 0 ? channelId : null }),
    ]),
  ({ state, a, b }) => {
    const field = pick(state.realm.profileFields, a);
    return field ? [writes.fieldChanged(field.id, { name: `Label ${b}` })] : [];
  },
  ({ state, a }) => {
    const ids = state.realm.profileFields.map(({ id }) => id);
    return [writes.fieldsReordered(...ids.slice(a % 3), ...ids.slice(0, a % 3))];
  },
  ({ state }) => [writes.domainAdded(state.realm.domainIdMax + 1, `d${state.realm.domainIdMax}.example`)],
  ({ state, a, b }) => {
    const domain = pick(state.realm.domains, a)?.domain;
    if (domain === undefined) return [];
    return [b % 2 > 0 ? writes.domainRemoved(domain) : writes.domainChanged(domain, b % 4 > 0)];
  },
  ({ state }) => [writes.linkifierCreated(state.realm.linkifierIdMax + 1)],
  ({ state, a }) => {
    const linkifier = pick(state.realm.linkifiers, a);
    return linkifier ? [writes.linkifierDeleted(linkifier.id)] : [];
  },
  ({ state, b }) => {
    const id = state.userGroups.groupIdMax + 1;
    return [writes.groupCreated(id, `group ${id}`, ...some(b))];
  },
  (at) => inGroup(at, ({ groupId, members }) => groupEdited(at, groupId, members)),
  (at) => inChannel(at, ({ channelId, inviteOnly }) => (inviteOnly ? [] : [writes.madeDefault(channelId)])),
  (at) => inChannel(at, ({ channelId }) => [writes.noLongerDefault(channelId)]),
  (at) => inChannel(at, ({ channelId }) => [writes.announcesIn(at.b % 3 === 0 ? null : channelId)]),
  (at) =>
    inChannel(at, ({ channelId }) => {
      const id = at.state.topics.lastMessageId + 1;
      const place = at.b % 4 === 0 ? past.between(1, pick(people, at.c) ?? 1) : past.inTopic(channelId, 'topic 0');
      return [past.sends(id, 1, place)];
    }),
  ...messageWrites,
  ...messageWrites,
  ({ a, b }) => [writes.alertedBy(pick(viewers, a) ?? 1, [`word ${b % 3}`], [`word ${b % 3}`, `Word ${a % 3}`])],
];

const inGroup = ({ state, a }: At, how: (group: UserGroup) => Given[]): Given[] => {
  const group = pick([...state.userGroups.byId.values()], a);
  return group ? how(group) : [];
};

function groupEdited({ b, c }: At, id: number, members: readonly UserId[]): Given[] {
  const [inside, outside] = [some(b).filter((one) => members.includes(one as UserId)), some(b)];
  switch (c % 4) {
    case 0:
      return [writes.groupDeleted(id)];
    case 1:
      return [
        writes.groupChanged(id, b % 2 > 0 ? { name: `renamed ${id} ${b}`, description: '' } : { description: `${b}` }),
      ];
    case 2:
      return [writes.groupLeft(id, ...inside)];
    default:
      return [writes.groupJoined(id, ...outside.filter((one) => !members.includes(one as UserId)))];
  }
}

/** The subscribed ones of these users unsubscribe. A private stream is archived when its last subscriber leaves. */
function leaving(state: RealmState, { channelId, inviteOnly, name }: Channel, userIds: readonly number[]): Given[] {
  const gone = userIds.filter((id) => isSubscribed(state.memberships, channelId, id));
  if (gone.length === 0) return [];
  const ends = inviteOnly && gone.length === membersOf(state.memberships, channelId).size;
  return [past.leaves(channelId, ...gone), ...(ends ? [past.archived(channelId, name)] : [])];
}

/** A default stream stays public, and one without subscribers too. */
function privacyGiven({ state, b }: At, { channelId, inviteOnly, historyPublic }: Channel): Given[] {
  const isBound = isForNewUsers(state, channelId) || membersOf(state.memberships, channelId).size === 0;
  const isPrivate = b % 3 > 0 && !isBound;
  const isOpen = !isPrivate || b % 2 === 0;
  return isPrivate === inviteOnly && isOpen === historyPublic
    ? []
    : [writes.privacyChanged(channelId, isPrivate, isOpen)];
}

function wanting({ state, b, c }: At, channelId: ChannelId): Given[] {
  const userId = pick(idsOf(membersOf(state.memberships, channelId)), b);
  if (userId === undefined) return [];
  const color = c % 2 === 0 ? { color: `#${String(c).padStart(3, '0')}` } : {};
  return [writes.wants(userId, channelId, { is_muted: c % 3 === 0, push_notifications: c % 5 === 0, ...color })];
}
