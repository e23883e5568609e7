/** Invites several people. If an address is invalid, nobody is invited. People who are already members are left out. */
import { sendInvitation } from '../../../../commands/invitation/send-invitation.ts';
import { isAddress, isAddressAdmitted } from '../../../../commands/rules/address.ts';
import type { Call } from '../../../define/endpoint.ts';
import { invitationKey } from '../../../engine/invitation-keys.ts';
import type { RealmState } from '../../../state/realm-state.ts';
import type { ChannelId, InvitationId } from '../../../vocabulary/ids.ts';
import { limits } from '../../../vocabulary/limits.ts';
import { Refused } from '../../../vocabulary/refusals.ts';
import type { Role } from '../../../vocabulary/roles.ts';
import type { InvitationLinkObject } from '../../../wire/invitation.ts';
import { type Problem, ProblemError } from '../../response/problem.ts';
import type { Services, ServicesRunning } from '../../services.ts';
import { emailedTo } from './emailed-to.ts';
import { accountAt } from './signing-in.ts';

/** Links by which people join. The key is in the fragment, which browsers send to no server. */
export const linkTo =
  ({ realmId, origin }: Pick<Call<unknown>, 'realmId' | 'origin'>, { secrets }: Pick<Services, 'secrets'>) =>
  (invitation: { readonly invitationId: InvitationId; readonly generation: number }): string =>
    `${origin()}/#join/${invitationKey(secrets, realmId, invitation)}`;

export const keyExample = '1.1.Hn4cXyQm2c0o7mJ0Yd0oYVw8GJYkq0v3kU1m5b9tXo0';
export const linkExample = `https://chat.example.com/#join/${keyExample}`;

/** The address, the reason why it was not invited, and whether it belongs to a deactivated user. */
type Failure = [email: string, why: string, deactivated: boolean];

const failed = (
  msg: string,
  errors: readonly Failure[],
  isAnybodyInvited = false,
  links: readonly InvitationLinkObject[] = [],
): Problem => ({
  status: 400,
  code: 'INVITATION_FAILED',
  msg,
  fields: { errors, sent_invitations: isAnybodyInvited, invite_links: links },
});

const invalidOnes = "Some emails did not validate, so we didn't send any invitations.";
const noneInvited = "We weren't able to invite anyone.";
const someInvited =
  "Some of those addresses are already using Zulip, so we didn't send them an invitation. We did send invitations to everyone else!";

export const someNotInvited = failed(someInvited, [['prospero@example.com', 'Already has an account.', false]], true, [
  { id: 1, email: 'iago@example.com', invite_link: linkExample },
]);

/** Returns the links of the invited people, unless they are sent by e-mail. Throws a problem if an address cannot be invited. */
export async function invitePeople(
  call: Call<unknown>,
  services: ServicesRunning<typeof sendInvitation>,
  emails: readonly string[],
  as: { readonly role: Role; readonly channelIds: ChannelId[] },
): Promise<InvitationLinkObject[]> {
  const realm = services.realm(call.realmId);
  const invalid = emails.flatMap((email) => addressFailure(realm, email));
  if (invalid.length > 0) throw new ProblemError(failed(invalidOnes, invalid));
  if (realm.invitations.byId.size + emails.length > limits.invitationsMax)
    throw new Refused({ code: 'invitations-too-many', max: limits.invitationsMax });
  call.charge(emails.length - 1);
  const linkOf = linkTo(call, services);
  const links: InvitationLinkObject[] = [];
  const taken: Failure[] = [];
  for (const email of emails)
    try {
      const { result } = await emailedTo(call, services, email, () =>
        services.run(sendInvitation, { email, ...as }, call),
      );
      links.push({ id: result.invitationId, email, invite_link: linkOf({ ...result, generation: 1 }) });
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.code !== 'email-taken') throw error;
      taken.push([email, 'Already has an account.', isDeactivated(services, realm, email)]);
    }
  const shown = services.config.smtpUrl === '' ? links : [];
  if (taken.length === 0) return shown;
  throw new ProblemError(failed(links.length > 0 ? someInvited : noneInvited, taken, links.length > 0, shown));
}

function addressFailure(realm: RealmState, email: string): Failure[] {
  if (!isAddress(email)) return [[email, 'Invalid address.', false]];
  return isAddressAdmitted(realm, email) ? [] : [[email, 'Outside your domain.', false]];
}

const isDeactivated = (services: Pick<Services, 'secrets'>, realm: RealmState, email: string): boolean =>
  accountAt(services, realm, email)?.active === false;
