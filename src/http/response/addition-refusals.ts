/** The answers to refusals about reactions and submessages. */
import { plain, refused } from './problem.ts';

export const additionProblems = {
  'reaction-exists': () => refused('Reaction already exists.'),
  'reaction-missing': () => refused("Reaction doesn't exist."),
  'reactions-too-many': ({ max }: { max: number }) => refused(`This message has too many reactions (limit: ${max})`),
  'reaction-changed-too-often': () => refused('The reactions to this message have been changed too often'),
  'submessage-not-json': () => plain('Invalid json for submessage'),
  'submessages-too-many': ({ max }: { max: number }) =>
    refused(`This message has too many submessages (limit: ${max})`),
  'submessages-too-long': ({ lengthMax }: { lengthMax: number }) =>
    refused(`content is too long beside the other submessages of this message (limit: ${lengthMax} characters in all)`),
} as const;
