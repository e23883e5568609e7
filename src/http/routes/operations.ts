/** The status of the service, for owners. */
import { z } from 'zod';
import { paceOf, type RebuildProgress } from '../../engine/project/rebuild.ts';
import { newestSeal } from '../../queries/ledger.ts';
import { iso } from '../../vocabulary/iso.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { owner } from '../../vocabulary/roles.ts';
import { serviceVersion } from '../../vocabulary/versions.ts';
import { type OperationsFields, operationsFields } from '../../wire/operations.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { OperationsStatus } from '../operations/status-of-realm.ts';
import { problemOfRefusal } from '../response/refusals.ts';

const getOperations = defineEndpoint({
  id: 'getOperations',
  route: 'GET /operations',
  summary: 'Get the state of the service',
  description:
    'Returns the progress of the log, the ledger, the read models and the event queues of the organization, and the load of the answering process in the last hour. It contains nothing about other organizations. For owners.',
  presentOnly: true,
  response: z.object(operationsFields),
  example: {
    service_version: '0.1.0',
    started_at: '2026-11-22T08:00:00.000Z',
    log: { position: 4211 },
    ledger: { size: 4107, unsealed: 3, oldest_unsealed_ms: 412, refused: null },
    read_models: {
      position: 4211,
      lag_events: 0,
      lag_ms: 0,
      building: false,
      rebuild: null,
      models: [{ name: 'messages', version: 3, left_behind_at: null }],
    },
    queues: {
      count: 12,
      waiting: 9,
      shown: [
        { user_id: 10, waiting: false, last_poll_at: '2026-11-22T14:30:00.000Z', backlog: 14, backlog_complete: true },
      ],
    },
    samples: [
      {
        at: '2026-11-22T14:34:00.000Z',
        memory_bytes: 210_000_000,
        heap_bytes: 90_000_000,
        cpu: 0.04,
        busy: 0.03,
        lag_events: 0,
        queues: 12,
        last_message_id: 4711,
      },
    ],
  },
  errors: [problemOfRefusal({ code: 'owner-required' })],
  async handle({ realmId, userId }, services) {
    if (services.realm(realmId).directory.accounts.get(userId)?.role !== owner)
      throw new Refused({ code: 'owner-required' });
    const size = await services.read(async (view) => (await newestSeal(view, realmId))?.size ?? 0);
    return shown(services.operations.statusOf(realmId), size);
  },
});

function rebuildShown(progress: RebuildProgress): NonNullable<OperationsFields['read_models']['rebuild']> {
  const { events, position } = progress;
  const { perSecond, secondsLeft } = paceOf(progress);
  const left = secondsLeft === undefined ? null : Math.ceil(secondsLeft);
  return { events, position, events_per_second: Math.round(perSecond), seconds_left: left };
}

function shown(status: OperationsStatus, size: number): OperationsFields {
  const { lag, models, queues, sealing } = status;
  return {
    service_version: serviceVersion,
    started_at: iso(status.startedAt),
    log: { position: status.position },
    ledger: {
      size,
      unsealed: sealing.unsealed,
      oldest_unsealed_ms: Math.round(sealing.oldestMs),
      refused: sealing.refused ?? null,
    },
    read_models: {
      position: status.absorbed,
      lag_events: lag.events,
      lag_ms: Math.round(lag.ms),
      building: status.isBuilding,
      rebuild: status.rebuild ? rebuildShown(status.rebuild) : null,
      models: models.map(({ name, version, behind = null }) => ({ name, version, left_behind_at: behind })),
    },
    queues: {
      count: queues.count,
      waiting: queues.waiting,
      shown: queues.shown.map(({ userId, isWaiting, lastPolledAt, backlog, isComplete }) => ({
        user_id: userId,
        waiting: isWaiting,
        last_poll_at: iso(lastPolledAt),
        backlog,
        backlog_complete: isComplete,
      })),
    },
    samples: status.samples.map((one) => ({
      at: iso(one.at),
      memory_bytes: one.memoryBytes,
      heap_bytes: one.heapBytes,
      cpu: one.cpu,
      busy: one.busy,
      lag_events: one.lagEvents,
      queues: one.queues ?? null,
      last_message_id: one.lastMessageId ?? null,
    })),
  };
}

export const operations = [getOperations];
