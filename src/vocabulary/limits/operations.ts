/** Limits of the reports on the service that owners get. */
import { limit, valuesOf } from './limit.ts';

export const operationsLimits = {
  samplesMax: limit(
    240,
    'samples that the service keeps of itself, one each 15 seconds',
    'they are the last hour',
    'the oldest is forgotten',
  ),
  sampledRealmsMax: limit(
    1_000,
    'organizations of which samples are kept',
    'they stay in memory, some 4 KB each',
    'of further organizations there are samples of the service alone',
  ),
  shownQueuesMax: limit(
    100,
    'event queues that one answer describes',
    'an organization may have thousands',
    'the answer describes those that are furthest behind, and counts all',
  ),
  keptDocumentsMax: limit(
    50_000,
    'users of all organizations, and streams, that a process keeps as they were last read',
    'some 1 KB each; reading all of an organization for each registration takes longer than all the rest of it',
    'those that were read longest ago are read again',
  ),
  doubtfulEventsMax: limit(
    50_000,
    'events that seem to be changed and that `verbatim verify` keeps in memory until it reads them once more',
    'some 300 bytes each; of a log that an earlier version wrote, all may seem so',
    'they are read at once, before it goes on',
  ),
};

export const { samplesMax, sampledRealmsMax, shownQueuesMax, keptDocumentsMax, doubtfulEventsMax } =
  valuesOf(operationsLimits);
