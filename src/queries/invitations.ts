/** GET /invites: the invitations that a user may manage. */
import { type InvitationDocument, invitations } from '../../projections/invitations.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { isAdministrator, owner } from '../vocabulary/roles.ts';
import type { InvitationObject } from '../wire/invitation.ts';
import { userOf } from './realm.ts';

/**
 * Administrators see all invitations, other users their own. `linkTo`: the link of an invitation for many people. Only owners may invite
 * owners, so that only owners get a link with which owners join.
 */
export async function invitationsFor(
  view: ReadView,
  { realmId, userId, now }: { readonly realmId: RealmId; readonly userId: UserId; readonly now: Millis },
  linkTo: (invitation: InvitationDocument) => string | null,
): Promise<InvitationObject[]> {
  const { bot, role } = await userOf(view, realmId, userId);
  const seesAll = bot === null && isAdministrator(role);
  const linkFor = (one: InvitationDocument) => (one.role === owner && role !== owner ? null : linkTo(one));
  const found = seesAll
    ? await view.scan(invitations, 'byRealm', { prefix: [realmId], limit: limits.invitationsMax })
    : await view.scan(invitations, 'byInviter', { prefix: [realmId, userId], limit: limits.invitationsMax });
  return found.filter(({ expiresAt }) => now < expiresAt).map((one) => invitationObject(one, linkFor));
}

function invitationObject(
  invitation: InvitationDocument,
  linkTo: (invitation: InvitationDocument) => string | null,
): InvitationObject {
  const { invitationId: id, inviterId, email, role, sentAt } = invitation;
  const common = { id, invited_by_user_id: inviterId, invited: Math.floor(sentAt / 1000), invited_as: role };
  return email === null
    ? { ...common, is_multiuse: true, link_url: linkTo(invitation) }
    : { ...common, is_multiuse: false, email };
}
