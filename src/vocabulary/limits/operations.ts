/** Limits of the reports on the service that owners get. */
import { limit } from './limit.ts';

const notImported = 'the import is refused, and nothing is written';

export const operationsLimits = {
  samplesMax: limit(
    240,
    'samples of its own state that the service keeps, one each 15 seconds',
    'they cover the last hour',
    'the oldest is dropped',
  ),
  sampledRealmsMax: limit(
    1_000,
    'organizations of which the service keeps samples',
    'samples stay in memory, some 4 KB for each organization',
    'for further organizations there are only the samples of the whole service',
  ),
  shownQueuesMax: limit(
    100,
    'event queues that one answer describes',
    'an organization may have thousands',
    'the answer describes the queues that are furthest behind, and counts all',
  ),
  keptDocumentsMax: limit(
    50_000,
    'users and streams, over all organizations, that a process keeps in memory as it last read them',
    'each takes some 1 KB; to read all of an organization takes longer than the rest of a registration',
    'those that were used longest ago are read again when they are needed',
  ),
  keysSinceCopyMax: limit(
    100_000,
    'documents of the read models, by their keys, that a process remembers as written while a scrub copies them',
    'each takes some 100 bytes, and a copy may take an hour',
    'each document is compared with its copy',
  ),
  importedLevelsMax: limit(
    100,
    'levels of nesting in an event that is imported',
    'no event of any version has as many',
    notImported,
  ),
  importedNumberMax: limit(
    999_999_999_999_999,
    'a number in an event that is imported',
    'sums with it must be exact numbers, too',
    notImported,
  ),
  importedIdMax: limit(
    1_000_000_000,
    'an id in an event that is imported, for example that of a message',
    'later ids are larger, and must fit into 32 bits',
    notImported,
  ),
  importedAheadSecsMax: limit(
    300,
    "seconds that the time of an event that is imported may be ahead of the server's clock",
    'later events of all organizations get no earlier time',
    notImported,
  ),
};
