/** Rules for inviting people, and for the validity of links. */
import type { Actor, Append, Context } from '../../src/define/command.ts';
import { openChannel } from '../../src/state/channels.ts';
import { isAdmin, isGuest } from '../../src/state/directory.ts';
import { type Invitation, type InvitationHistory, isSpent } from '../../src/state/invitations.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DataOf, DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, InvitationId, Millis, RealmId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { administrator, owner, type Role } from '../../src/vocabulary/roles.ts';
import { accountOf, actsAsAdministrator, actsAsOwner } from './acting.ts';
import { mayEnter } from './channels.ts';

export const inviterRefusals = [
  'bot-requests-refused',
  'guest-not-allowed',
  'administrator-required',
  'owner-required',
] as const;

/** `forMany`: whether many people may use the link. */
export function inviterRefusal(
  state: RealmState,
  inviter: Actor,
  { role, forMany }: { readonly role: Role; readonly forMany: boolean },
): RefusalIn<typeof inviterRefusals> | undefined {
  const account = accountOf(state, inviter);
  if (account?.bot) return { code: 'bot-requests-refused' };
  if (isGuest(account)) return { code: 'guest-not-allowed' };
  const isForAdministrators = forMany || role === administrator || state.realm.settings.invite_by_admins_only;
  if (isForAdministrators && !actsAsAdministrator(state, inviter)) return { code: 'administrator-required' };
  if (role === owner && !actsAsOwner(state, inviter)) return { code: 'owner-required' };
  return undefined;
}

/** The invitation, if the actor may manage it: their own, or any for administrators. For others it does not exist. */
export function managedInvitation(
  state: RealmState,
  actor: Actor,
  { invitationId, forMany }: { readonly invitationId: InvitationId; readonly forMany: boolean },
): Invitation | undefined {
  const invitation = state.invitations.byId.get(invitationId);
  if (!invitation || (invitation.email === null) !== forMany || invitation.usedBy !== undefined || invitation.revoked)
    return undefined;
  const isTheirs = invitation.inviterId === actor || actor === null || isAdmin(accountOf(state, actor));
  return isTheirs ? invitation : undefined;
}

/** Whether its newest link can be used: it has not expired, was not used up or taken back, and its inviter may still invite. */
export function isUsable(state: RealmState, invitation: Invitation, now: Millis): boolean {
  const { inviterId, role, email } = invitation;
  const isInvitersWord =
    state.directory.accounts.get(inviterId)?.active === true &&
    inviterRefusal(state, inviterId, { role, forMany: email === null }) === undefined;
  return !isSpent(invitation, now) && isInvitersWord;
}

/** Whether the inviter may enter a stream, and so may invite people to it. */
export const mayInviteTo =
  (state: RealmState, { inviterId }: Invitation) =>
  (channelId: ChannelId): boolean => {
    const channel = openChannel(state.channels, channelId);
    return channel !== undefined && mayEnter(state, inviterId, channel);
  };

/**
 * The append that ends an invitation right after the directory's event that makes it useless. The event contains the leaves of all
 * earlier events. So the append is left out if another process has just added an event, and the next sweep ends the invitation
 * (`end-invitation`).
 */
export const endedAtOnce = (realmId: RealmId, ended: DomainEvent<'InvitationEnded'>): Append => ({
  stream: logStream.invitation(realmId, ended.data.invitationId),
  events: [ended],
  still: () => false,
});

/** The event that ends an invitation. It contains what the ledger keeps of the removed events. */
export const invitationEnded = (
  { sent, events }: InvitationHistory & { readonly sent: NonNullable<InvitationHistory['sent']> },
  how: Pick<DataOf<'InvitationEnded'>, 'outcome' | 'userId'>,
  leafOf: Context['leafOf'],
): DomainEvent<'InvitationEnded'> => ({
  type: 'InvitationEnded',
  data: {
    invitationId: sent.data.invitationId,
    inviterId: sent.data.inviterId,
    sentAt: sent.metadata.at,
    ...how,
    leaves: events.map(leafOf),
  },
});
