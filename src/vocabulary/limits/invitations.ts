import { type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

export const invitationLimits = {
  inviteesPerRequestMax: limit(
    100,
    'people that one request invites',
    'each invitation is an event of its own',
    refused400,
  ),
  invitationsMax: limit(
    10_000,
    'open invitations of an organization',
    'a list returns all of them, each with some 200 bytes and its streams',
    refusedBadRequest,
  ),
  invitationsPerUserMax: limit(
    500,
    'open invitations of a member who is not an administrator',
    'one member cannot use up the invitations of the organization',
    refusedBadRequest,
  ),
  invitationStreamsMax: limit(
    50,
    'streams to which an invitation subscribes',
    'a person who joins waits for all subscriptions',
    refused400,
  ),
  invitationSendingsMax: limit(
    100,
    'times that an invitation is sent',
    'the event that ends the invitation holds a leaf of the ledger for each time',
    refusedBadRequest,
  ),
  invitationEmailsPerAddressMax: limit(
    5,
    'invitations that an organization sends to one e-mail address in a day',
    "repeated invitations cannot fill somebody's mailbox",
    '429 with `Retry-After`',
  ),
  invitedAddressesMax: limit(
    100_000,
    'e-mail addresses for which a process counts the invitations of a day',
    'each takes some 200 bytes of memory',
    'the count for the address that was invited first is forgotten',
  ),
  invitationEmailsPerMemberMax: limit(
    500,
    'invitations that a member who is not an administrator, with the bots that they made, sends by e-mail in a day',
    'invitations that are sent and revoked in turn would make a sender of advertisements of the service',
    '429 with `Retry-After`',
  ),
  invitingMembersMax: limit(
    10_000,
    'members for whom a process counts the invitations of a day',
    'each takes some 200 bytes of memory',
    'the count for the member who invited first is forgotten',
  ),
  invitationSecs: limit(
    10 * 24 * 60 * 60,
    'seconds for which an invitation is valid',
    'a lost link should soon be useless',
    'the link is refused as invalid, and the invitation ends',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
