/** Who could read a message at a moment. It never claims that somebody read or received the message, because the log does not show that. */
import { z } from 'zod';
import type { Call } from '../../define/endpoint.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { currentPlaceOf } from '../../queries/current-place.ts';
import type { HeldMessages } from '../../queries/trail/held-events.ts';
import { namesThen } from '../../queries/trail/names.ts';
import { queuesEndedSince, sendingOf } from '../../queries/trail/queues-then.ts';
import { documentAt } from '../../queries/trail/select.ts';
import { audienceOf, isDirect, wantsMessages } from '../../state/message-audience.ts';
import { queuesByUser } from '../../state/queues.ts';
import type { RealmState } from '../../state/realm-state.ts';
import { MessageId, type UserId } from '../../vocabulary/ids.ts';
import { iso } from '../../vocabulary/iso.ts';
import { type Moment, momentOf } from '../../vocabulary/moment.ts';
import { Reader, type ReaderRow } from '../../wire/audience.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { heldMessages } from '../past/held-messages.ts';
import { assertNoLook, namedMoment } from '../past/named-moment.ts';
import { converted, pathId } from '../request/parameters.ts';
import { forAuditorsWithReason, reasonParameter } from '../request/privileged.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { listParameters } from './shared/list-parameters.ts';

const noMessage: Problem = { status: 404, msg: 'No such message' };

const fields = {
  readers: z.array(Reader).describe('By user id'),
  next_cursor: z.int().nullable(),
  message: z.object({ id: z.int(), sent_at: z.string() }),
};
type Audience = { readers: ReaderRow[]; next_cursor: number | null; message: { id: number; sent_at: string } };

const getAudience = defineEndpoint({
  id: 'getMessageAudience',
  route: 'GET /audit/messages/:message_id/audience',
  summary: 'Get who could read a message',
  description:
    'Returns all users who could read a message, now or at a moment, by which rule, and the event queues that existed when it was sent and were to deliver it. The log does not show whether somebody received or read it. The answer is 404 if the message was not sent yet or already deleted at that moment; a message that was deleted since is only in the trail. For auditors, with a reason. The request is recorded.',
  privileged: () => forAuditorsWithReason,
  parameters: z.object({
    message_id: described(pathId(MessageId), 'The id of the message.', 4711),
    at: described(
      converted(momentOf).optional(),
      'The moment: ISO 8601, `position:N`, or the id of an event. Default: now.',
      '2026-11-22T14:34:00Z',
    ),
    ...listParameters,
    reason: reasonParameter,
  }),
  response: z.object(fields),
  example: {
    readers: [
      {
        user_id: 10,
        name: 'Iago',
        rule: 'subscriber',
        queues: [
          {
            queue_id: '0198c0de-0000-7000-8000-000000000001',
            registered_at: '2026-11-22T14:00:00.000Z',
            ended_at: null,
            options_known: true,
          },
        ],
      },
    ],
    next_cursor: null,
    message: { id: 4711, sent_at: '2026-11-22T14:34:00.000Z' },
  },
  errors: [noMessage],
  async handle(call, services) {
    const { at } = call.parameters;
    const found = at ? await asOf(call, services, at) : await now(call, services);
    call.charge(Math.floor(found.readers.length / 20));
    return services.read((view) =>
      withQueues(view, services.realm(call.realmId), found, heldMessages(services, call.realmId)),
    );
  },
});

type Asked = Call<{ message_id: MessageId; cursor?: number | undefined; limit?: number | undefined }>;

const now = (
  { realmId, parameters }: Pick<Asked, 'realmId' | 'parameters'>,
  services: Pick<Services, 'read' | 'realm' | 'events'>,
) =>
  services.read(async (view): Promise<Audience> => {
    const { message_id: messageId, cursor = 0, limit = 100 } = parameters;
    const placed = await currentPlaceOf(view, realmId, messageId);
    const sent = placed && (await sendingOf(view, realmId, messageId, heldMessages(services, realmId)));
    if (!sent) throw new ProblemError(noMessage);
    const { readers, next } = audienceOf(services.realm(realmId), placed, { after: cursor, limit });
    const names = namesThen(view, realmId, services.events);
    const { position } = view.checkpoint;
    const rows = readers.map(async ({ userId, rule }) => {
      return { user_id: userId, name: await names.person(userId, position), rule, queues: [] };
    });
    const message = { id: messageId, sent_at: iso(sent.at) };
    return { readers: await Promise.all(rows), next_cursor: next ?? null, message };
  });

/** Answers the same question at an earlier moment. */
async function asOf(
  call: Asked,
  services: Pick<Services, 'forAuditor' | 'read' | 'realm' | 'events' | 'eventTime' | 'pasts'>,
  moment: Moment,
): Promise<Audience> {
  const { realmId, userId, client, requestId, admitted, parameters, charge } = call;
  assertNoLook(services, 'at');
  const found = await namedMoment(services, realmId, 'at', moment);
  if (!admitted) throw new Error('the access is not recorded');
  const { message_id, cursor = 0, limit = 100 } = parameters;
  const viewing = {
    endpoint: getAudience.id,
    realmId,
    client,
    requestId,
    userId: withAccount(services.realm(realmId), userId, found.at),
    sent: { message_id: String(message_id), cursor: String(cursor), limit: String(limit) },
    origin: call.origin(),
    accept: undefined,
    access: { eventId: admitted.eventId, position: admitted.position },
  };
  const { answer, charged } = await services.pasts.ask({ realmId, moment: found, viewing, charge, gone: call.gone() });
  if (charged > 0) charge(charged);
  return answer as Audience;
}

/** The past is read as a user who had an account at that time. The answer is the same for every such user. */
function withAccount({ directory }: RealmState, userId: UserId, at: number): UserId {
  const had = (account: { createdAt: number } | undefined): boolean => account !== undefined && account.createdAt <= at;
  if (had(directory.accounts.get(userId))) return userId;
  return [...directory.accounts.values()].find(had)?.userId ?? userId;
}

/** Adds the queues from the current state and trail, because a replica of the past lacks queues that have ended since. */
async function withQueues(view: ReadView, state: RealmState, found: Audience, held: HeldMessages): Promise<Audience> {
  const sent = await sendingOf(view, state.realmId, found.message.id, held);
  if (!sent) return found;
  const queues = queuesByUser(state.queues, new Set(found.readers.map((reader) => reader.user_id)));
  const readers = found.readers.map(async (reader): Promise<ReaderRow> => {
    const { user_id, rule } = reader;
    const notified = (queues.get(user_id as UserId) ?? []).filter(
      (queue) => queue.start < (sent.position ?? 0) && wantsMessages(queue, rule),
    );
    const live = notified.map(async ({ queueId, start }) => {
      const registered = await documentAt(view, state.realmId, start);
      return { queueId, registeredAt: registered?.at ?? sent.at, endedAt: null };
    });
    const ended = isDirect(rule) ? await queuesEndedSince(view, state.realmId, user_id as UserId, sent.at) : [];
    return {
      ...reader,
      queues: [...(await Promise.all(live)), ...ended].map(shown),
    };
  });
  return { ...found, readers: await Promise.all(readers) };
}

type QueueThen = { readonly queueId: string; readonly registeredAt: number; readonly endedAt: number | null };

const shown = ({ queueId, registeredAt, endedAt }: QueueThen): ReaderRow['queues'][number] => ({
  queue_id: queueId,
  registered_at: iso(registeredAt),
  ended_at: endedAt === null ? null : iso(endedAt),
  options_known: endedAt === null,
});

export const audience = [getAudience];
