import { type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

export const holdLimits = {
  holdsMax: limit(
    100,
    'legal holds of an organization at the same time',
    'each deletion is compared with all of them',
    refusedBadRequest,
  ),
  holdNamesMax: limit(500, 'users that a legal hold names, and as many streams', 'one event has all names', refused400),
  holdCustodiansMax: limit(
    2_000,
    'users that all legal holds of an organization name together',
    'each deletion looks up for each of them whether they received the message',
    refusedBadRequest,
  ),
  holdNameLengthMax: limit(100, 'characters of the name of a legal hold', 'it is read by people', refused400),
  heldDeletionsEndedMax: limit(
    500,
    'deleted messages, or files, that one event removes from the log when no legal hold keeps them any more',
    'an event has a limited size',
    'further events remove the others',
  ),
  auditListMax: limit(
    1_000,
    'items in one page of a list of the audit API',
    'an answer has a limited size',
    refused400,
  ),
  deletionsCountedMax: limit(
    100_000,
    'newest deletions among which a new legal hold counts those that it was too late for (`already_deleted`)',
    'each deletion is looked up',
    'older deletions are not counted',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
