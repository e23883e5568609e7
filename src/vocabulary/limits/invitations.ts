/** Limits of invitations. */
import { type Limit, limit, refused400, refusedBadRequest, valuesOf } from './limit.ts';

export const invitationLimits = {
  inviteesPerRequestMax: limit(100, 'people that one request invites', 'each is an event of its own', refused400),
  invitationsMax: limit(
    10_000,
    'open invitations of an organization',
    'a list of them answers all, some 200 bytes each and their streams',
    refusedBadRequest,
  ),
  invitationsPerUserMax: limit(
    500,
    'open invitations of a member who is no administrator',
    'nobody uses up those of the others',
    refusedBadRequest,
  ),
  invitationStreamsMax: limit(
    50,
    'streams that an invitation subscribes to',
    'whoever joins waits for all of them',
    refused400,
  ),
  invitationSendingsMax: limit(
    100,
    'times that an invitation is sent',
    'the event that ends it holds a leaf of the ledger for each',
    refusedBadRequest,
  ),
  invitationEmailsPerAddressMax: limit(
    5,
    'invitations that an organization sends to one e-mail address in a day',
    "nobody's mailbox is filled by inviting them again and again",
    '429 with `Retry-After`',
  ),
  invitedAddressesMax: limit(
    100_000,
    'addresses for which a process counts them',
    'some 200 bytes each',
    'those of the address that was invited first are forgotten',
  ),
  invitationSecs: limit(
    10 * 24 * 60 * 60,
    'seconds in which somebody can join by an invitation',
    'a link that was lost is of no use soon',
    'the link is answered as invalid, and the invitation ends',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  inviteesPerRequestMax,
  invitationsMax,
  invitationsPerUserMax,
  invitationStreamsMax,
  invitationEmailsPerAddressMax,
  invitationSendingsMax,
  invitedAddressesMax,
  invitationSecs,
} = valuesOf(invitationLimits);
