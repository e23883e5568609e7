/** Rules for new people, and the events that create their accounts. */
import type { Append, Context } from '../../src/define/command.ts';
import { hasLeft, isSubscribed } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { displayDefaults } from '../../src/vocabulary/display-settings.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, InvitationId, RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import type { Role } from '../../src/vocabulary/roles.ts';
import { addressRefusal, addressRefusals, isAddressAdmitted } from './address.ts';
import { differing } from './differing.ts';
import { fullNameRefusal, fullNameRefusals } from './full-name.ts';
import { passwordSet } from './password-set.ts';

export const newPersonRefusals = [
  ...fullNameRefusals,
  'users-too-many',
  ...addressRefusals,
  'email-not-admitted',
] as const;

/** For a person who joins by themselves. The name and the address must be trimmed. */
export function newPersonRefusal(
  state: RealmState,
  { fullName, email }: { readonly fullName: string; readonly email: string },
  { fingerprint }: Pick<Context, 'fingerprint'>,
): RefusalIn<typeof newPersonRefusals> | undefined {
  const badName = fullNameRefusal(fullName);
  if (badName) return badName;
  if (state.directory.accounts.size >= limits.usersMax) return { code: 'users-too-many', max: limits.usersMax };
  const badAddress = addressRefusal(state, email, fingerprint);
  if (badAddress) return badAddress;
  return isAddressAdmitted(state, email) ? undefined : { code: 'email-not-admitted', email };
}

type NewPerson = {
  readonly fullName: string;
  readonly email: string;
  readonly role: Role;
  readonly timezone: string;
  readonly passwordHash?: string | undefined;
  readonly invitationId?: InvitationId;
  /** The streams that they are subscribed to. Streams that another process has closed to them in the meantime are left out. */
  readonly channelIds: readonly ChannelId[];
  readonly isOpen: (channelId: ChannelId) => boolean;
};

/** The events that create a person's account, which must be permitted already. */
export function personCreated(
  state: RealmState,
  { fullName, email, role, timezone, passwordHash, invitationId, channelIds, isOpen }: NewPerson,
  {
    realmId,
    generate,
    fingerprint,
    signPassword,
  }: Pick<Context, 'realmId' | 'generate' | 'fingerprint' | 'signPassword'>,
): { readonly userId: UserId; readonly appends: Append[] } {
  const userId = generate.userId();
  const account = { userId, role, addressFingerprint: fingerprint(email), bot: null };
  const invited = invitationId === undefined ? {} : { invitationId };
  const appends: Append[] = [
    // The person comes first. A person without an account is ignored everywhere, and withdrawn later (`commands/user/withdraw-person.ts`),
    // but an account without a person would have no name.
    {
      stream: logStream.person(realmId, userId),
      // The first append to this log stream reserves the id.
      expects: 'new',
      events: [{ type: 'PersonDescribed', data: { userId, fullName, email, timezone } }],
    },
    ...(passwordHash === undefined ? [] : [passwordOf(realmId, passwordSet(userId, passwordHash, signPassword))]),
    { stream: logStream.directory(realmId), events: [{ type: 'UserCreated', data: { ...account, ...invited } }] },
    ...stillMissing(state, userId, { channelIds, isOpen }),
  ];
  return { userId, appends };
}

/** What a new person does not have yet: the display settings of the organization, and those of their first streams that they never left. */
export const stillMissing = (
  state: RealmState,
  userId: UserId,
  { channelIds, isOpen }: Pick<NewPerson, 'channelIds' | 'isOpen'>,
): Append[] => [
  { stream: logStream.user(state.realmId, userId), events: displayOfOrganization(state, userId) },
  ...channelIds
    .filter((id) => !isSubscribed(state.memberships, id, userId) && !hasLeft(state.memberships, id, userId))
    .map(
      (channelId): Append => ({
        stream: logStream.channel(state.realmId, channelId),
        events: [{ type: 'SubscribersAdded', data: { channelId, userIds: [userId] } }],
        still: () => isOpen(channelId),
      }),
    ),
];

const passwordOf = (realmId: RealmId, event: ReturnType<typeof passwordSet>): Append => ({
  stream: logStream.password(realmId, event.data.userId),
  expects: 'new',
  events: [event],
});

/** The organization chooses the initial display settings of a new person. */
function displayOfOrganization({ realm, realmId, revisions }: RealmState, userId: UserId): DomainEvent[] {
  if (revisions.has(logStream.user(realmId, userId))) return [];
  const { default_language, default_twenty_four_hour_time: twenty_four_hour_time } = realm.settings;
  const settings = differing({ default_language, twenty_four_hour_time }, displayDefaults);
  return Object.keys(settings).length === 0 ? [] : [{ type: 'DisplaySettingsChanged', data: { userId, settings } }];
}
