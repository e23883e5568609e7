/** Joining by an invitation. A caller with a link has no account yet. */
import { z } from 'zod';
import { recordSignIn } from '../../../commands/audit/record-sign-in.ts';
import { acceptInvitation } from '../../../commands/invitation/accept-invitation.ts';
import { confirmAddress } from '../../../commands/invitation/confirm-address.ts';
import { isUsable } from '../../../commands/rules/invitations.ts';
import type { Call } from '../../define/endpoint.ts';
import { invitationOfKey } from '../../engine/invitation-keys.ts';
import type { Invitation } from '../../state/invitations.ts';
import { limits } from '../../vocabulary/limits.ts';
import { isWeakPassword } from '../../vocabulary/passwords.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { apiKeyExample } from '../openapi/examples.ts';
import { quotable, raw } from '../request/parameters.ts';
import { exceeded } from '../request/rate-limit.ts';
import { ProblemError } from '../response/problem.ts';
import type { ServicesRunning } from '../services.ts';
import { tooWeak, whoseTurn } from './shared/check-password.ts';
import { keyExample } from './shared/invite-people.ts';
import { noOrganization, organizationOf, realmDeactivated, signedIn } from './shared/signing-in.ts';

const keyParameter = described(raw(), 'The key in the link: what follows `#join/`.', keyExample);
const unconfirmed = {
  status: 403,
  code: 'EMAIL_UNCONFIRMED',
  msg: 'A link was sent to this address: join by that, so that it is known to be yours.',
};

/**
 * The invitation that the key is for. Each attempt counts against the network address like a wrong key, because a link for many people is
 * never used up.
 */
async function invitationFor(
  call: Pick<Call<{ readonly key: string }>, 'parameters' | 'realmId' | 'wrongCredentials'>,
  services: ServicesRunning<never>,
): Promise<Invitation> {
  call.wrongCredentials.admit();
  call.wrongCredentials.count(1);
  const { realmId, parameters } = call;
  const keyed = invitationOfKey(services.secrets, realmId, parameters.key.trim());
  if (!keyed) throw new Refused({ code: 'invitation-invalid' });
  const state = services.realm(realmId);
  const current = (): Invitation | undefined => {
    const invitation = state.invitations.byId.get(keyed.invitationId);
    const isNewest = invitation?.generation === keyed.generation;
    return isNewest && isUsable(state, invitation, services.eventTime()) ? invitation : undefined;
  };
  // Another process may have just sent the invitation.
  if (!current()) await services.catchUp();
  const invitation = current();
  if (!invitation) throw new Refused({ code: 'invitation-invalid' });
  return invitation;
}

const postCheck = defineEndpoint({
  id: 'checkInvitation',
  route: 'POST /invites/check',
  summary: 'Check an invitation',
  description: 'Returns who may join with a link, and which organization. Needs no authentication.',
  access: 'anyone',
  parameters: z.object({ key: keyParameter }),
  response: z.object({
    realm_name: z.string(),
    email: z.string().nullable().describe('Who is invited; null: everybody who has the link'),
    invited_as: z.int(),
    expiration_timestamp: z.int(),
  }),
  example: { realm_name: 'Example', email: 'iago@example.com', invited_as: 400, expiration_timestamp: 1785628800 },
  refusals: ['invitation-invalid'],
  errors: [noOrganization, realmDeactivated, exceeded(60)],
  async handle(call, services) {
    const { realm } = organizationOf(call, services);
    const { email, role, expiresAt } = await invitationFor(call, services);
    return {
      realm_name: realm.name,
      email,
      invited_as: role,
      expiration_timestamp: Math.floor(expiresAt / 1000),
    };
  },
});

const postAccept = defineEndpoint({
  id: 'acceptInvitation',
  route: 'POST /invites/accept',
  summary: 'Join with an invitation',
  description:
    'Creates the account of an invited person and returns its API key. Needs no authentication. If the service sends e-mails, a link for many people creates no account: a link of its own is sent to the address.',
  access: 'anyone',
  parameters: z.object({
    key: keyParameter,
    full_name: described(quotable(), 'The name, as plain text or as a JSON string.', 'Iago'),
    password: described(
      raw(z.string().max(limits.passwordLengthMax)),
      'The initial password.',
      'correct horse battery',
    ),
    email: described(
      raw().optional(),
      'The e-mail address of the person, if the link is for many people.',
      'iago@example.com',
    ),
  }),
  response: z.object({ api_key: z.string(), email: z.string(), user_id: z.int() }),
  example: { api_key: apiKeyExample, email: 'iago@example.com', user_id: 10 },
  commands: [acceptInvitation, confirmAddress, recordSignIn],
  refusals: ['unavailable'],
  errors: [unconfirmed, tooWeak, noOrganization, realmDeactivated, exceeded(60)],
  async handle(call, services) {
    organizationOf(call, services);
    const invitation = await invitationFor(call, services);
    const { full_name: fullName, password } = call.parameters;
    const wanted = invitation.email ?? call.parameters.email;
    const from = { realmId: call.realmId, userId: null, client: call.client, requestId: call.requestId };
    const { invitationId, generation } = invitation;
    const address = wanted === undefined ? {} : { email: wanted };
    if (invitation.email === null && services.config.smtpUrl !== '') {
      await services.run(confirmAddress, { invitationId, generation, ...address }, from);
      throw new ProblemError(unconfirmed);
    }
    const { realmId } = call;
    const input = { invitationId, generation, fullName, ...address };
    // No hash is computed for what is refused anyway.
    await services.run(acceptInvitation, input, { ...from, dryRun: true });
    if (isWeakPassword(password, [wanted ?? '', fullName])) throw new ProblemError(tooWeak);
    const passwordHash = await services.passwords.hash(password, whoseTurn(call));
    const { result, position } = await services.run(acceptInvitation, { ...input, passwordHash }, from);
    const { userId, email } = result;
    await services.settled(realmId, position);
    await signedIn(call, services, userId, 'invitation');
    return { api_key: services.secrets.apiKey(realmId, userId, 1), email, user_id: userId };
  },
});

export const invitationAnswers = [postCheck, postAccept];
