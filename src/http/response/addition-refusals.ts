/** The answers to refusals about reactions and submessages. */
import { type ProblemsOf, plain, refused } from './problem.ts';

export const additionProblems: ProblemsOf<`reaction${string}` | `submessage${string}`> = {
  'reaction-exists': () => refused('Reaction already exists.'),
  'reaction-missing': () => refused("Reaction doesn't exist."),
  'reactions-too-many': ({ max }) => refused(`This message has too many reactions (limit: ${max})`),
  'reaction-changed-too-often': () => refused('The reactions to this message have been changed too often'),
  'submessage-not-json': () => plain('Invalid json for submessage'),
  'submessages-too-many': ({ max }) => refused(`This message has too many submessages (limit: ${max})`),
  'submessages-too-long': ({ lengthMax }) =>
    refused(`content is too long beside the other submessages of this message (limit: ${lengthMax} characters in all)`),
};
