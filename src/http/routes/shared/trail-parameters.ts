/** The parameters that filter events of the trail, and their meaning. */
import { z } from 'zod';
import type { ReadView } from '../../../ports/read-store.ts';
import type { Moment, TrailCursor, TrailFilter } from '../../../queries/trail/filter.ts';
import { momentIn } from '../../../queries/trail/moment.ts';
import { movesAlong } from '../../../queries/trail/moves-along.ts';
import { searchFor } from '../../../queries/trail/search.ts';
import { isOfLog } from '../../../queries/trail/select.ts';
import { isAuditor } from '../../../state/audit.ts';
import type { EventType } from '../../../vocabulary/events/index.ts';
import { foldCase } from '../../../vocabulary/fold-case.ts';
import { ChannelId, EventId, MessageId, type RealmId, UserId } from '../../../vocabulary/ids.ts';
import { limits } from '../../../vocabulary/limits.ts';
import { momentOf, type Moment as NamedMoment } from '../../../vocabulary/moment.ts';
import { type ObjectRef, type ObjectType, objectTypes } from '../../../vocabulary/trail/row.ts';
import { type Action, actions, actionsNamed, forAuditorsAlone } from '../../../vocabulary/trail/table.ts';
import { wordsOf } from '../../../vocabulary/words.ts';
import { described } from '../../openapi/described.ts';
import { heldMessages } from '../../past/held-messages.ts';
import { parseJson } from '../../request/json-text.ts';
import { invalid } from '../../request/parameter-errors.ts';
import { boolean, converted, id, quotable } from '../../request/parameters.ts';
import { reasonParameter } from '../../request/privileged.ts';
import { ProblemError } from '../../response/problem.ts';
import type { Services } from '../../services.ts';

/** An id, or `service`. */
const actor = converted((text) =>
  text === 'service' ? null : UserId.safeParse(/^\d+$/.test(text) ? Number(text) : text).data,
);

export const eventId = () => converted((text) => EventId.safeParse(text).data);

const hasWords = (text: string): boolean => wordsOf(text).length > 0;

const actionList = converted((text): readonly Action[] | undefined => {
  const json = parseJson(text);
  const names: unknown = json.ok ? json.value : [text];
  if (!Array.isArray(names) || names.length === 0 || names.length > limits.trailActionsMax) return undefined;
  const found = names.map((name) => (typeof name === 'string' ? actionsNamed(name) : []));
  return found.some((one) => one.length === 0) ? undefined : found.flat();
});

export const filterParameters = {
  actor: described(actor.optional(), 'The actor: the id of a user, or `service`.', '17'),
  action: described(
    actionList.optional(),
    'The action (`GET /audit/actions`), a prefix of actions that ends in a dot, or a JSON list of these.',
    'message.',
  ),
  object_type: described(z.enum(objectTypes).optional(), 'The type of the object.', 'message'),
  object_id: described(
    quotable(z.string().min(1).max(100)).optional(),
    'The id of the object. Events about others that belong to its history are found, too, such as moves of a message.',
    '4711',
  ),
  stream_id: described(id(ChannelId).optional(), 'The id of the stream; of a move, the old or the new one.', 3),
  topic: described(
    quotable(z.string().max(100)).optional(),
    'The topic, with the name that it had then; of a move, the old or the new one.',
    'lunch',
  ),
  client: described(quotable(z.string().max(100)).optional(), 'The name of the client.', 'website'),
  request_id: described(
    quotable(z.string().max(100)).optional(),
    'The id of the request (`X-Request-Id`).',
    '0b0d5a2e-6c1c-4f0e-8a6f-1f4f7d1b2c3d',
  ),
  caused_by: described(
    eventId().optional(),
    'The id of the event that caused it.',
    '019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8e',
  ),
  since: described(
    converted(momentOf).optional(),
    'Only events after this moment: ISO 8601, `position:N`, or the id of an event.',
    '2026-11-01T00:00:00Z',
  ),
  until: described(converted(momentOf).optional(), 'Only events up to this moment.', '2026-12-01T00:00:00Z'),
  query: described(
    quotable(z.string().max(limits.trailQueryLengthMax).refine(hasWords, { error: 'query has no words' })).optional(),
    'Words in names and topics; with `include_content` also in the present content of messages, and in deleted messages that a legal hold keeps.',
    'merger',
  ),
  include_content: described(
    boolean().default(false),
    'Whether to return what people wrote. For auditors, with a reason.',
    true,
  ),
  reason: reasonParameter,
};

type Sent = z.output<z.ZodObject<typeof filterParameters>>;

/** Throws for a cursor outside the log, which belongs to another log or to a part that was lost. */
export function assertOfLog(view: ReadView, cursor: TrailCursor | undefined): void {
  if (cursor && !isOfLog(view, cursor)) throw new ProblemError(invalid('cursor is outside the log'));
}

/** Throws for a moment outside the log, for an end before the beginning, and for a search without words. */
export async function filterOf(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  services: Pick<Services, 'realm' | 'events'>,
  sent: Sent,
  movesOf = movesAlong,
): Promise<TrailFilter> {
  // With an id, the type says whose id it is. Events about other objects may belong to its history, too.
  const events = eventsOf(sent.action, sent.object_id === undefined ? sent.object_type : undefined);
  const message = sent.object_id === undefined ? undefined : messageOf(sent.object_type, sent.object_id);
  const options = { events: services.events, content: sent.include_content };
  const objects = objectsOf(sent.object_type, sent.object_id);
  const since = await named(view, realmId, 'since', sent.since);
  const until = await named(view, realmId, 'until', sent.until);
  // Event times do not strictly increase along the log.
  const isBefore =
    since &&
    until &&
    (sent.since?.kind === 'time' && sent.until?.kind === 'time'
      ? until.at < since.at
      : until.position < since.position);
  if (isBefore) throw new ProblemError(invalid('until is before since'));
  return {
    actor: sent.actor,
    events,
    objects,
    moves: message && (await movesOf(view, realmId, message, options)),
    since,
    until,
    hidden: hiddenFrom(services, realmId, userId),
    channelId: sent.stream_id,
    topic: sent.topic,
    client: sent.client,
    requestId: sent.request_id,
    causedBy: sent.caused_by,
    search:
      sent.query === undefined ? undefined : await search(view, realmId, services, sent.query, sent.include_content),
  };
}

/** The events that are hidden from the user, who is not an auditor. */
export const hiddenFrom = (
  { realm, forAuditor = false }: Pick<Services, 'realm' | 'forAuditor'>,
  realmId: RealmId,
  userId: UserId,
): readonly EventType[] | undefined => (forAuditor || isAuditor(realm(realmId), userId) ? undefined : forAuditorsAlone);

function eventsOf(
  named: readonly Action[] | undefined,
  objectType: ObjectType | undefined,
): readonly EventType[] | undefined {
  if (!named && !objectType) return undefined;
  const fitting = (named ?? actions).filter((one) => objectType === undefined || one.objectType === objectType);
  return [...new Set(fitting.map(({ event }) => event))];
}

function objectsOf(type: ObjectType | undefined, objectId: string | undefined): readonly ObjectRef[] | undefined {
  if (objectId === undefined) return undefined;
  return (type === undefined ? objectTypes : [type]).map((one) => objectOf(one, objectId));
}

/** Undefined if it is the id of no message. */
export const messageOf = (type: ObjectType | undefined, id: string): MessageId | undefined =>
  type === undefined || type === 'message' ? MessageId.safeParse(Number(id)).data : undefined;

/** A topic is found in upper or lower case. */
export const objectOf = (type: ObjectType, id: string): ObjectRef => ({
  type,
  id: type === 'topic' ? foldCase(id) : id,
});

async function named(
  view: ReadView,
  realmId: RealmId,
  name: string,
  moment: NamedMoment | undefined,
): Promise<Moment | undefined> {
  if (!moment) return undefined;
  const found = await momentIn(view, realmId, moment);
  if (!found) throw new ProblemError(invalid(`${name} is no moment of this organization`));
  return found;
}

async function search(
  view: ReadView,
  realmId: RealmId,
  services: Pick<Services, 'realm' | 'events'>,
  text: string,
  content: boolean,
): Promise<TrailFilter['search']> {
  const topics = function* (): Iterable<string> {
    for (const ofChannel of services.realm(realmId).topics.byChannel.values()) yield* ofChannel.keys();
  };
  const found = await searchFor(view, realmId, text, topics(), content ? heldMessages(services, realmId) : undefined);
  if (!found) throw new ProblemError(invalid('query has no words'));
  return found;
}
