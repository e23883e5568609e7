/** Limits of what owners are told of the service. */
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
};

export const { samplesMax, sampledRealmsMax, shownQueuesMax } = valuesOf(operationsLimits);
