/** Limits of narrows and searches. */
import { countsAsSeveral, type Limit, limit, refused400 } from './limit.ts';

export const narrowLimits = {
  narrowTermsMax: limit(100, 'terms of a narrow', 'each costs a look-up or a scan', refused400),
  narrowOperandLengthMax: limit(
    10_000,
    'characters of an operand of a narrow',
    'a search may quote a whole message',
    refused400,
  ),
  searchedWordsMax: limit(
    2000,
    'words in all searches of a narrow together',
    'a message has as many; each word is looked for in thousands of messages',
    '400 `BAD_REQUEST`',
  ),
  searchedPhrasesMax: limit(
    50,
    'phrases in quotation marks in all searches of a narrow together',
    'each phrase may be looked for in the whole text of each message',
    '400 `BAD_REQUEST`',
  ),
  wordsInIndexMax: limit(
    20,
    'longest words of a narrow that are looked up in the index',
    'each word costs a look-up, and few messages have all of twenty words',
    'further words are looked for in the messages that have these',
  ),
  lookedAtPerRequest: limit(
    10_000,
    'messages that a listing examines and that together count as one more request',
    'a narrow that matches hardly anything examines all messages, some ten microseconds each',
    countsAsSeveral,
  ),
  searchedAsOneMore: limit(
    250,
    'characters of a text that is searched, or of one in a stream that the caller left, that count as one more message that is examined',
    'cutting so many into words takes some ten microseconds, and a message may have ten thousand',
    countsAsSeveral,
  ),
  comparedPerRequest: limit(
    5,
    'versions of a message history, each compared with the previous one, that together count as one more request',
    'comparing long texts takes up to forty milliseconds of the thread that renders the texts of all users',
    countsAsSeveral,
  ),
  searchesOfUserAtOnceMax: limit(
    4,
    'listings of messages, message histories and searches of the trail that are made at the same time for a user and their bots',
    'each may take seconds, in turns with all other requests',
    'further ones wait',
  ),
  searchesOfOrganizationAtOnceMax: limit(
    16,
    'listings of messages, message histories and searches of the trail that are made at the same time for an organization',
    'every request, of other organizations too, waits for a slice of each',
    'further ones wait, and users take turns',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
