/** Push sinks: external addresses to which the trail is sent. */
import { z } from 'zod';
import { SinkUrl } from '../../../commands/rules/sinks.ts';
import { addSink } from '../../../commands/sink/add-sink.ts';
import { changeSink } from '../../../commands/sink/change-sink.ts';
import { removeSink } from '../../../commands/sink/remove-sink.ts';
import { rewindSink } from '../../../commands/sink/rewind-sink.ts';
import { listToFirstFault } from '../../define/first-fault.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { lastEventAt } from '../../queries/exports.ts';
import { sinkRow } from '../../queries/sinks.ts';
import { isAuditor } from '../../state/audit.ts';
import { sinkFormats } from '../../vocabulary/events/sinks.ts';
import { SinkId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { PushSink } from '../../wire/sink.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { heldMessages } from '../past/held-messages.ts';
import { auditRequestOf } from '../request/idempotency-key.ts';
import { invalid } from '../request/parameter-errors.ts';
import { boolean, integer, json, pathId, quotable } from '../request/parameters.ts';
import { forAuditorsOnRecord, reasonParameter } from '../request/privileged.ts';
import { ProblemError } from '../response/problem.ts';
import { listParameters, pageOf } from './shared/list-parameters.ts';

const sinkId = described(pathId(SinkId), 'The id of the sink.', 1);
const url = quotable(SinkUrl);
const urlText = 'The address to which batches are posted, http or https.';
const urlExample = 'https://siem.example.com/verbatim';
const actions = listToFirstFault(z.array(z.string())).nullable();
const actionsText =
  'The actions that are sent (`GET /audit/actions`), or prefixes of actions that end in a dot. `null`: all.';
const formatText = 'CloudEvents 1.0 in batches, or lists of events of the Open Cybersecurity Schema Framework.';
const noPosition = invalid('position: the log is not that far');

const postSink = defineEndpoint({
  id: 'addSink',
  route: 'POST /audit/sinks',
  summary: 'Add a push sink',
  description:
    'Adds a push sink: from now on, new records of the trail are posted to the address, without content. They are sent in batches, in order, at least once, and numbered without gaps. Requests are signed as in Standard Webhooks with the secret in the answer. For auditors.',
  idempotent: true,
  parameters: z.object({
    url: described(url, urlText, urlExample),
    actions: described(json(actions).default(null), actionsText, ['sign_in.', 'message.deleted']),
    format: described(z.enum(sinkFormats), formatText, 'cloudevents'),
  }),
  response: z.object({
    id: z.int(),
    secret: z.string().describe('The key that signs the requests: `whsec_` and the key in base64'),
  }),
  example: { id: 1, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  commands: [addSink],
  async handle(call, services) {
    const input = call.parameters;
    const request = auditRequestOf(call, 'addSink', input);
    const { result } = await services.run(addSink, { ...input, request }, call);
    const all = [...services.realm(call.realmId).sinks.byId.values()];
    const made = all.find(({ eventId }) => eventId === result.eventId);
    // This happens if a request is repeated after its sink was removed.
    if (!made) throw new Refused({ code: 'sink-missing' });
    const [secret = ''] = services.secrets.sinkSecrets(call.realmId, made.sinkId);
    return { id: made.sinkId, secret };
  },
});

const getSinks = defineEndpoint({
  id: 'getSinks',
  route: 'GET /audit/sinks',
  summary: 'List push sinks',
  description: 'Returns all push sinks with their progress. For auditors. The request is recorded.',
  privileged: () => forAuditorsOnRecord,
  parameters: z.object({ ...listParameters, reason: reasonParameter }),
  response: z.object({ sinks: z.array(PushSink), next_cursor: z.int().nullable() }),
  example: {
    sinks: [
      {
        id: 1,
        url: urlExample,
        actions: null,
        format: 'cloudevents' as const,
        enabled: true,
        state: 'resting' as const,
        sequence: 4_000,
        position: 4_107,
        lag: { events: 12, since: '2026-11-22T14:34:00.123Z' },
        failures: 3,
        last_error: 'HTTP 503',
        resting_until: '2026-11-22T14:34:08.123Z',
        added_by: 11,
        added_at: '2026-11-01T09:00:00.000Z',
      },
    ],
    next_cursor: null,
  },
  handle: ({ realmId, parameters }, services) =>
    services.read(async (view) => {
      const all = [...services.realm(realmId).sinks.byId.values()];
      const { page, next_cursor } = pageOf(all, ({ sinkId }) => sinkId, parameters);
      return { sinks: await Promise.all(page.map((one) => sinkRow(view, realmId, one, services.now()))), next_cursor };
    }),
});

const patchSink = defineChange({
  id: 'updateSink',
  route: 'PATCH /audit/sinks/:sink_id',
  summary: 'Change a push sink',
  description: 'Changes a push sink. Sending is tried at once, and the sequence numbers continue. For auditors.',
  parameters: z.object({
    sink_id: sinkId,
    url: described(url.optional(), urlText, urlExample),
    actions: described(json(actions).optional(), actionsText, ['sign_in.']),
    format: described(z.enum(sinkFormats).optional(), formatText, 'ocsf'),
    enabled: described(
      boolean().optional(),
      'False: nothing is sent until it is true again. It becomes false by itself if the receiver answers 410.',
      true,
    ),
  }),
  commands: [changeSink],
  async handle(call, services) {
    const { sink_id, ...wanted } = call.parameters;
    await services.run(changeSink, { sinkId: sink_id, ...wanted }, call);
  },
});

const deleteSink = defineChange({
  id: 'removeSink',
  route: 'DELETE /audit/sinks/:sink_id',
  summary: 'Remove a push sink',
  description: 'Removes a push sink. Nothing is sent to it any more. For auditors.',
  parameters: z.object({ sink_id: sinkId }),
  commands: [removeSink],
  handle: (call, services) => services.run(removeSink, { sinkId: call.parameters.sink_id }, call),
});

const postRewind = defineChange({
  id: 'rewindSink',
  route: 'POST /audit/sinks/:sink_id/rewind',
  summary: 'Rewind a push sink',
  description:
    'Sends the events after a position again, with new sequence numbers. The batch that is being sent is finished first, so that no number is used for two events. For auditors.',
  idempotent: true,
  parameters: z.object({
    sink_id: sinkId,
    position: described(integer(z.int().nonnegative()), 'A position of the log. 0: all events are sent again.', 4_211),
  }),
  commands: [rewindSink],
  errors: [noPosition],
  async handle(call, services) {
    const { realmId, userId, parameters } = call;
    const { sink_id, position } = parameters;
    const request = auditRequestOf(call, 'rewindSink', parameters);
    // A caller without permission learns nothing about existing sinks.
    const may = isAuditor(services.realm(realmId), userId);
    if (may && position > services.state.newest.position) throw new ProblemError(noPosition);
    const lastUpTo = (view: ReadView) =>
      lastEventAt(
        view,
        realmId,
        { kind: 'position', position: Math.min(position, view.checkpoint.position) },
        heldMessages(services, realmId),
      );
    const after = (may ? await services.read(lastUpTo) : undefined) ?? null;
    await services.run(rewindSink, { sinkId: sink_id, after, request }, call);
  },
});

export const sinks = [getSinks, postSink, patchSink, deleteSink, postRewind];
