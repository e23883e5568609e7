/** Limits of legal holds. */
import { type Limit, limit, refused400, refusedBadRequest, valuesOf } from './limit.ts';

export const holdLimits = {
  holdsMax: limit(
    100,
    'legal holds of an organization at a time',
    'each deletion is compared with all of them',
    refusedBadRequest,
  ),
  holdNamesMax: limit(500, 'users, and as many streams, that a legal hold names', 'they are one event', refused400),
  holdCustodiansMax: limit(
    2_000,
    'users that the legal holds of an organization name together',
    'whether one of them received a message is looked up for each of them',
    refusedBadRequest,
  ),
  holdNameLengthMax: limit(100, 'characters of the name of a legal hold', 'it is read by people', refused400),
  heldDeletionsEndedMax: limit(
    500,
    'deleted messages, or files, that leave the log in one event when no legal hold keeps them any more',
    'an event is bounded',
    'the others follow in further events',
  ),
  auditListMax: limit(1_000, 'items of a page of a list of the audit API', 'an answer is bounded', refused400),
  deletionsCountedMax: limit(
    100_000,
    'newest deletions that a new legal hold is compared with, to say how many came too late',
    'each is looked up',
    'older ones are not counted',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  holdsMax,
  holdNamesMax,
  holdCustodiansMax,
  holdNameLengthMax,
  heldDeletionsEndedMax,
  auditListMax,
  deletionsCountedMax,
} = valuesOf(holdLimits);
