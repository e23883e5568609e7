import { type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

const invalid = 'the pattern is refused as invalid';

export const linkifierLimits = {
  linkifiersMax: limit(50, 'linkifiers of an organization', 'each is tried on every message', refusedBadRequest),
  linkifierPatternLengthMax: limit(
    200,
    'characters of the pattern of a linkifier',
    'people cannot read longer ones',
    invalid,
  ),
  linkifierSizeMax: limit(
    200,
    'instructions of the program to which the pattern of a linkifier is compiled',
    'the time that the program takes is in proportion to them',
    invalid,
  ),
  linkifierWrittenOutMax: limit(
    400,
    'instructions of the pattern of a linkifier when its repetitions are written out, approximately',
    'a larger pattern would be refused only after compiling, which takes some microseconds for each instruction',
    invalid,
  ),
  linkifierCharactersFoldedMax: limit(
    40_000,
    'characters in the ranges of the pattern of a linkifier, if it ignores case',
    'compiling looks for the other cases of each character',
    invalid,
  ),
  linkifierUrlLengthMax: limit(
    500,
    'characters of the URL of a linkifier',
    'each `realm_filters` event has the URLs of all linkifiers',
    refused400,
  ),
  topicLinksLengthMax: limit(
    2_000,
    'characters of the addresses to which linkifiers and addresses in a topic lead, together',
    'every message of the topic has all of them',
    'further addresses are left out',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
