/** Invitations, for those who send them. */
import { z } from 'zod';
import { resendInvitation } from '../../../commands/invitation/resend-invitation.ts';
import { revokeInvitation } from '../../../commands/invitation/revoke-invitation.ts';
import { sendInvitation } from '../../../commands/invitation/send-invitation.ts';
import { managedInvitation } from '../../../commands/rules/invitations.ts';
import { invitationsFor } from '../../queries/invitations.ts';
import { daySecs } from '../../vocabulary/day.ts';
import { ChannelId, InvitationId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { member, Role } from '../../vocabulary/roles.ts';
import { Invitation, InvitationLink } from '../../wire/invitation.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { invalid } from '../request/parameter-errors.ts';
import { json, pathId, raw } from '../request/parameters.ts';
import { exceeded } from '../request/rate-limit.ts';
import { ProblemError } from '../response/problem.ts';
import { emailedTo } from './shared/emailed-to.ts';
import { invitePeople, linkExample, linkTo, someNotInvited } from './shared/invite-people.ts';

const inviteId = described(pathId(InvitationId), 'The id of the invitation.', 1);
const inviteAs = described(
  json(Role).default(member),
  'The role of those who join: 100 owner, 200 administrator, 400 member, 600 guest.',
  400,
);
const streamIds = json(z.array(ChannelId));
const noEmails = { status: 400, msg: 'You must specify at least one email address.' };
const tooManyEmails = invalid(`invitee_emails is too long (limit: ${limits.inviteesPerRequestMax} addresses)`);

const getInvites = defineEndpoint({
  id: 'getInvitations',
  route: 'GET /invites',
  summary: 'List invitations',
  description:
    'Returns the invitations that are still valid: all of them for administrators, the own ones for other users.',
  response: z.object({ invites: z.array(Invitation) }),
  example: {
    invites: [
      {
        id: 1,
        email: 'iago@example.com',
        invited_by_user_id: 8,
        invited: 1785628800,
        invited_as: 400,
        is_multiuse: false,
      },
    ],
  },
  holdsKeys: () => true,
  handle: (call, services) =>
    services.read(async (view) => {
      const { realmId, userId } = call;
      const linkOf = services.forAuditor ? () => null : linkTo(call, services);
      return { invites: await invitationsFor(view, { realmId, userId, now: services.eventTime() }, linkOf) };
    }),
});

const postInvites = defineEndpoint({
  id: 'sendInvitations',
  route: 'POST /invites',
  summary: 'Invite people',
  description:
    'Invites people by e-mail address. Each of them gets a link that works once, within ten days. If the service sends no e-mails, the answer contains the links.',
  parameters: z.object({
    invitee_emails: described(
      raw(),
      `The addresses, at most ${limits.inviteesPerRequestMax}, separated by commas or line breaks.`,
      'iago@example.com, prospero@example.com',
    ),
    stream_ids: described(streamIds, 'Ids of the streams to which the new users are subscribed.', [1]),
    invite_as: inviteAs,
  }),
  response: z.object({ invite_links: z.array(InvitationLink) }),
  example: { invite_links: [{ id: 1, email: 'iago@example.com', invite_link: linkExample }] },
  holdsKeys: () => true,
  commands: [sendInvitation],
  errors: [noEmails, tooManyEmails, someNotInvited, exceeded(daySecs)],
  async handle(call, services) {
    const emails = addressesIn(call.parameters.invitee_emails);
    if (emails.length === 0) throw new ProblemError(noEmails);
    if (emails.length > limits.inviteesPerRequestMax) throw new ProblemError(tooManyEmails);
    const { stream_ids: channelIds, invite_as: role } = call.parameters;
    return { invite_links: await invitePeople(call, services, emails, { role, channelIds }) };
  },
});

/** The addresses, each once. An address may have a name before it: `Iago <iago@example.com>`. */
function addressesIn(text: string): string[] {
  const named = text.split(/[,\n]/).map((one) => {
    const begin = one.indexOf('<');
    const end = one.lastIndexOf('>');
    return (begin >= 0 && end > begin ? one.slice(begin + 1, end) : one).trim();
  });
  return [...new Set(named)].filter((one) => one !== '');
}

const postLink = defineEndpoint({
  id: 'createInvitationLink',
  route: 'POST /invites/multiuse',
  summary: 'Create a link for many people',
  description: 'Returns a link with which any number of people can join within ten days. Administrators only.',
  parameters: z.object({
    stream_ids: described(streamIds.default([]), 'Ids of the streams to which the new users are subscribed.', [1]),
    invite_as: inviteAs,
  }),
  response: z.object({ invite_link: z.string() }),
  example: { invite_link: linkExample },
  holdsKeys: () => true,
  commands: [sendInvitation],
  async handle(call, services) {
    const { stream_ids: channelIds, invite_as: role } = call.parameters;
    const { result } = await services.run(sendInvitation, { email: null, role, channelIds }, call);
    return { invite_link: linkTo(call, services)({ ...result, generation: 1 }) };
  },
});

const deleting = (id: string, path: `/${string}`, forMany: boolean, what: string) =>
  defineChange({
    id,
    route: `DELETE ${path}`,
    summary: `Revoke ${what}`,
    description: `Revokes ${what}. Administrators can revoke all, other users only their own.`,
    parameters: z.object({ invite_id: inviteId }),
    commands: [revokeInvitation],
    handle: (call, services) =>
      services.run(revokeInvitation, { invitationId: call.parameters.invite_id, forMany }, call),
  });

const postResend = defineEndpoint({
  id: 'resendInvitation',
  route: 'POST /invites/:invite_id/resend',
  summary: 'Send an invitation again',
  description: 'Gives an invitation a new link, which is valid for ten days. The former link stops working.',
  parameters: z.object({ invite_id: inviteId }),
  response: z.object({ timestamp: z.int(), invite_links: z.array(InvitationLink) }),
  example: { timestamp: 1785628800, invite_links: [{ id: 1, email: 'iago@example.com', invite_link: linkExample }] },
  holdsKeys: () => true,
  commands: [resendInvitation],
  errors: [exceeded(daySecs)],
  async handle(call, services) {
    const invitationId = call.parameters.invite_id;
    // Undefined if the caller may not manage the invitation. Then the command refuses.
    const known = managedInvitation(services.realm(call.realmId), call.userId, { invitationId, forMany: false });
    const { result } = await emailedTo(call, services, known?.email ?? '', () =>
      services.run(resendInvitation, { invitationId }, call),
    );
    const { email, generation, sentAt } = result;
    const link = { id: invitationId, email, invite_link: linkTo(call, services)({ invitationId, generation }) };
    const isEmailed = services.config.smtpUrl !== '';
    return { timestamp: Math.floor(sentAt / 1000), invite_links: isEmailed ? [] : [link] };
  },
});

export const invites = [
  getInvites,
  postInvites,
  postLink,
  deleting('revokeInvitation', '/invites/:invite_id', false, 'an invitation'),
  deleting('revokeInvitationLink', '/invites/multiuse/:invite_id', true, 'a link for many people'),
  postResend,
];
