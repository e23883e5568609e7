/** Client events that the feed makes of events, and those that a queue receives. */
import { attachmentServed } from '../../src/feed/attachments.ts';
import { type Entitled, entitled } from '../../src/feed/audience.ts';
import type { ClientEvent } from '../../src/feed/client-event.ts';
import { positionOfId } from '../../src/feed/event-ids.ts';
import { FormTexts } from '../../src/feed/form-texts.ts';
import { clientEventsOf } from '../../src/feed/index.ts';
import { peopleOf } from '../../src/feed/message-names.ts';
import { mutedTopicsTexts } from '../../src/feed/muted-topics.ts';
import { eventIdsOf } from '../../src/feed/parts.ts';
import { textsFor } from '../../src/feed/serialize.ts';
import type { Queue } from '../../src/state/queues.ts';
import { emptyServer, evolve, type RealmState } from '../../src/state/realm-state.ts';
import type { QueueOptions } from '../../src/vocabulary/events/queue.ts';
import type { QueueId, UserId } from '../../src/vocabulary/ids.ts';
import type { BotKeys } from '../../src/wire/bot.ts';
import type { Row } from './client-state.ts';
import { type Given, realmId, recorded, registered } from './given.ts';

const options: QueueOptions = {
  applyMarkdown: true,
  clientGravatar: false,
  allPublicStreams: false,
  bulkMessageDeletion: true,
  eventTypes: null,
  wireNames: true,
  narrow: [],
  lifespanSecs: 600,
};

export const queueOf = (userId: number, own: Partial<QueueOptions> = {}, start = 0): Queue => ({
  queueId: `1:${userId}` as QueueId,
  userId: userId as UserId,
  countsFor: userId as UserId,
  options: { ...options, ...own },
  start,
  touchedAt: 0,
});

export const keys: BotKeys = {
  apiKey: (bot, generation) => `key ${generation} of ${bot}`,
  token: (bot, generation) => (generation === 1 ? `token of ${bot}` : `token ${generation} of ${bot}`),
};

export type FeedResult = {
  readonly clientEvents: readonly { readonly eventId: number; readonly clientEvent: ClientEvent }[];
  /** The state after the last event. */
  readonly state: RealmState;
  /** Messages that were moved to another stream at some time. */
  readonly movedAway: ReadonlySet<number>;
  /** What a queue receives, decided with the state right after each event. */
  readonly deliveredTo: (queue: Queue) => Row[];
  /** What a queue of a user receives, decided with the state after the last event. */
  readonly receivedBy: (userId: number, own?: Partial<QueueOptions>, start?: number) => Row[];
};

export const withoutIds = (rows: readonly Row[]): Row[] => rows.map(({ id: _, ...row }) => row);

/** Registers realm 1, applies `past` and then `news`. Returns the client events of `news`. */
export function feedOf(past: readonly Given[], news: readonly Given[], queues: readonly Queue[] = []): FeedResult {
  const server = emptyServer();
  const events = recorded([registered, ...past, ...news]);
  const clientEvents: { eventId: number; clientEvent: ClientEvent }[] = [];
  const movedAway = new Set<number>();
  const warm = new Map<QueueId, Row[]>(queues.map(({ queueId }) => [queueId, []]));
  for (const event of events) {
    const isNews = event.position > past.length + 1;
    const before = server.realms.get(realmId);
    const feed = isNews ? clientEventsOf(event, before) : undefined;
    const realm = evolve(server, event);
    for (const id of realm?.topics.left.keys() ?? []) movedAway.add(id);
    const made = feed && realm ? feed(realm) : [];
    const ids = eventIdsOf(event.position, made);
    made.forEach((clientEvent, index) => {
      const eventId = ids[index] ?? 0;
      clientEvents.push({ eventId, clientEvent });
      for (const queue of queues)
        warm.get(queue.queueId)?.push(...(realm ? deliveredTo(realm, queue, { eventId, clientEvent }) : []));
    });
  }
  const state = server.realms.get(realmId);
  if (!state) throw new Error('no realm');
  return {
    clientEvents,
    state,
    movedAway,
    deliveredTo: (queue) => warm.get(queue.queueId) ?? [],
    receivedBy: (...queue) => clientEvents.flatMap((one) => deliveredTo(state, queueOf(...queue), one)),
  };
}

/** All of them as a queue receives them in one answer, decided with the given state. */
export function servedTogether(state: RealmState, queue: Queue, events: FeedResult['clientEvents']): Row[] {
  const rows = events.flatMap((one) => deliveredTo(state, queue, one));
  const muted = events.flatMap(({ eventId, clientEvent: { type: typeName, body } }) =>
    body.kind === 'muted' && rows.some(({ id }) => id === eventId) ? [{ typeName, eventId, body }] : [],
  );
  const texts = mutedTopicsTexts(state, queue.userId, muted).map((text) => JSON.parse(text) as Row);
  return rows.map((row) => texts.find(({ id }) => id === row.id) ?? row);
}

/** One client event as a queue receives it, decided with the given state. Empty if the event is not for the queue. */
export function deliveredTo(
  state: RealmState,
  queue: Queue,
  { eventId, clientEvent }: FeedResult['clientEvents'][number],
): Row[] {
  const how: Entitled = entitled(state, clientEvent.scope, queue, positionOfId(eventId));
  const entry = { eventId, type: clientEvent.type, body: clientEvent.body, fields: new FormTexts() };
  if (how && clientEvent.body.kind === 'muted')
    return mutedTopicsTexts(state, queue.userId, [{ typeName: clientEvent.type, eventId, body: clientEvent.body }]).map(
      (text) => JSON.parse(text) as Row,
    );
  const served = attachmentServed(state, entry);
  const texts = how && served ? textsFor(served, queue, how, { ...keys, ...peopleOf(state) }, queue.start) : [];
  return texts.map((text) => JSON.parse(text) as Row);
}

/** A summary of each client event with its scope: `stream create`, `subscription peer_add 3`. */
export const summaries = ({ clientEvents }: FeedResult): [string, ClientEvent['scope']][] =>
  clientEvents.map(({ clientEvent: { type, body, scope } }) => [[type, ...wordsOf(body)].join(' '), scope]);

function wordsOf(body: ClientEvent['body']): unknown[] {
  if (body.kind === 'subscription') return ['add'];
  if (body.kind === 'peers') return [body.op, ...body.userIds];
  if (body.kind === 'shown') return ['shown'];
  if (body.kind === 'attachment') return [body.op];
  if (body.kind === 'removed') return ['remove'];
  if (body.kind === 'bot') return body.op === 'add' ? ['add'] : ['update', body.changed];
  if (body.kind !== 'plain' && body.kind !== 'person') return [];
  const fields = body.fields as Row;
  const { op, property, user_id: userId, notification_name: name } = fields;
  const about = (fields.bot ?? fields.person ?? {}) as Row;
  const changed = op === 'update' ? Object.keys(about).filter((key) => key !== 'user_id') : [];
  return [op, property, userId, name, ...changed].filter((word) => word !== undefined);
}
