/** Limits of linkifiers. */
import { type Limit, limit, refused400, refusedBadRequest, valuesOf } from './limit.ts';

const invalid = 'the pattern is refused as invalid';

export const linkifierLimits = {
  linkifiersMax: limit(50, 'linkifiers of an organization', 'each is tried on every message', refusedBadRequest),
  linkifierPatternLengthMax: limit(
    200,
    'characters of the pattern of a linkifier',
    'longer ones cannot be read',
    invalid,
  ),
  linkifierSizeMax: limit(
    200,
    'instructions of the program to which the pattern is compiled',
    'the time that it takes is in proportion to it',
    invalid,
  ),
  linkifierWrittenOutMax: limit(
    400,
    'instructions of it as long as its repetitions are written out, about',
    'the pattern is refused after it was compiled, which takes some microseconds for each',
    invalid,
  ),
  linkifierCharactersFoldedMax: limit(
    40_000,
    'characters of its ranges, where it ignores case',
    'compiling it looks for other cases of each',
    invalid,
  ),
  linkifierUrlLengthMax: limit(
    500,
    'characters of the address of a linkifier',
    'each `realm_filters` event has all of them',
    refused400,
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  linkifiersMax,
  linkifierPatternLengthMax,
  linkifierSizeMax,
  linkifierWrittenOutMax,
  linkifierCharactersFoldedMax,
  linkifierUrlLengthMax,
} = valuesOf(linkifierLimits);
