/** The answers to refusals about invitations. */
import { type Problem, plain, refused } from './problem.ts';

export const invitationProblems = {
  'invitation-missing': () => refused('No such invitation'),
  'invitation-invalid': () => refused('The confirmation link has expired or been deactivated.'),
  'invitation-streams-missing': () => plain('You must specify at least one stream for invitees to join.'),
  'invitation-streams-too-many': ({ max }: { max: number }) =>
    refused(`stream_ids is too long (limit: ${max} streams)`),
  'invitation-stream-unknown': ({ channelId }: { channelId: number }) =>
    plain(`Stream does not exist with id: ${channelId}. No invites were sent.`),
  'invitations-too-many': ({ max }: { max: number }) => refused(`There are too many open invitations (limit: ${max})`),
  'invitation-sent-too-often': ({ max }: { max: number }) =>
    refused(`This invitation has been sent too often (limit: ${max} times)`),
  'email-missing': (): Problem => ({
    status: 400,
    code: 'REQUEST_VARIABLE_MISSING',
    msg: "Missing 'email' argument",
    fields: { var_name: 'email' },
  }),
} as const;
