/** The answers to refusals about invitations. */
import { missing } from '../request/parameter-errors.ts';
import { type ProblemsOf, plain, refused } from './problem.ts';

export const invitationProblems: ProblemsOf<`invitation${string}` | 'email-missing'> = {
  'invitation-missing': () => refused('No such invitation'),
  'invitation-invalid': () => refused('The confirmation link has expired or been deactivated.'),
  'invitation-streams-missing': () => plain('You must specify at least one stream for invitees to join.'),
  'invitation-streams-too-many': ({ max }) => refused(`stream_ids is too long (limit: ${max} streams)`),
  'invitation-stream-unknown': ({ channelId }) =>
    plain(`Stream does not exist with id: ${channelId}. No invites were sent.`),
  'invitations-too-many': ({ max }) => refused(`There are too many open invitations (limit: ${max})`),
  'invitation-sent-too-often': ({ max }) => refused(`This invitation has been sent too often (limit: ${max} times)`),
  'email-missing': () => missing('email'),
};
