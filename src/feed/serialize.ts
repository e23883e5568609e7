/**
 * The JSON text of a client event for one queue. Fields that are the same for many queues are serialized once for each of the few forms
 * that clients request. The values that differ between queues (the type's name, flags, the local id) are added to that text.
 */
import type { Queue } from '../state/queues.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { avatarFields, isGravatar } from '../wire/avatar.ts';
import { type BotKeys, botRow } from '../wire/bot.ts';
import { messageObject } from '../wire/message.ts';
import { type Entitled, has } from './audience.ts';
import type { ClientBody, FlagsFor } from './client-event.ts';
import type { Form, FormTexts } from './form-texts.ts';
import { messageNames, type People } from './message-names.ts';
import { deletionParts, peerParts } from './parts.ts';
import { matchesNarrow } from './queue-narrow.ts';
import { typeNameFor } from './type-names.ts';

export type Serializable = {
  readonly eventId: number;
  readonly type: Parameters<typeof typeNameFor>[1];
  readonly body: ClientBody;
  /** The serialized fields by form. A form is added when a queue requests it. */
  readonly fields: FormTexts;
};

type Body<K extends ClientBody['kind']> = Extract<ClientBody, { kind: K }>;
type How = Exclude<Entitled, undefined>;

/** The data that are added to an event when it is served: the people of the queue's organization, and the keys of its bots. */
export type Joined = People & BotKeys;

/** The JSON text of a client event that clients get as one event. Undefined if the queue did not request such events. */
export function textFor(entry: Serializable, queue: Queue, how: How, joined: Joined): string | undefined {
  const typeName = typeNameFor(queue.options, entry.type);
  if (typeName === null || !isInNarrow(entry.body, queue, how, joined)) return undefined;
  const fields = fieldsFor(entry, queue, how, joined);
  return `{"type":"${typeName}",${fields}${fields === '' ? '' : ','}"id":${entry.eventId}}`;
}

/** The texts of a client event that clients get as several events: those with ids above `after`. */
export function textsFor(entry: Serializable, queue: Queue, how: How, joined: Joined, after: number): string[] {
  const { body, eventId } = entry;
  const isOneByOne = body.kind === 'deletion' && !queue.options.bulkMessageDeletion;
  if (body.kind !== 'peers' && !isOneByOne) {
    const text = textFor(entry, queue, how, joined);
    return text === undefined ? [] : [text];
  }
  const typeName = typeNameFor(queue.options, entry.type);
  if (typeName === null) return [];
  if (body.kind === 'deletion') {
    const place = once(entry, 'single', () => ({ ...body.fields, ...body.single }));
    return deletionParts(eventId, body.messageIds, after).map(
      ({ id, messageId }) => `{"type":"${typeName}","message_id":${messageId},${place},"id":${id}}`,
    );
  }
  const head = `{"type":"${typeName}","op":"${body.op}","stream_id":${body.channelId},"user_id":`;
  return peerParts(eventId, body, queue.userId, after).map(({ id, userId }) => `${head}${userId},"id":${id}}`);
}

function isInNarrow(body: ClientBody, queue: Queue, how: How, { person }: People): boolean {
  const { narrow } = queue.options;
  if (body.kind !== 'message' || narrow.length === 0) return true;
  return matchesNarrow(narrow, body, person(body.senderId).email, flagsFor(body, queue, how));
}

function fieldsFor(entry: Serializable, queue: Queue, how: How, joined: Joined): string {
  const { body } = entry;
  const { options, userId } = queue;
  const { clientGravatar } = options;
  const avatars = clientGravatar ? 'gravatar' : 'avatar';
  switch (body.kind) {
    case 'plain':
      return once(entry, 'plain', () => body.fields);
    case 'subscription':
      return subscriptionFields(entry, body, userId);
    case 'shown':
      return shownFields(entry, body, userId);
    case 'bot':
      return botFields(body, joined, clientGravatar);
    case 'person': {
      const seesHidden = joined.seesHidden(userId);
      return once(entry, seesHidden ? `${avatars} seen` : avatars, () => ({
        ...body.fields,
        person: withAvatar(
          withAddress(body.person, joined, seesHidden),
          isComputed(body.person.user_id, joined, clientGravatar),
        ),
      }));
    }
    case 'message':
      return `${messageFields(entry, body, queue, joined, clientGravatar)},"flags":${flagsText(body, queue, how)}${localId(body, queue)}`;
    case 'update':
      return `${once(entry, 'update', () => body.fields)},"flags":${flagsText(body, queue, how)}`;
    case 'presence':
      return options.slimPresence
        ? once(entry, 'slim', () => body.fields)
        : once(entry, 'plain', () => ({ email: joined.person(body.fields.user_id as UserId).email, ...body.fields }));
    case 'address':
      return once(entry, avatars, () => readdressed(body, joined, clientGravatar));
    case 'reaction':
    case 'typing':
    case 'own':
    case 'removed':
      return once(entry, 'plain', () => withNames(body, joined));
    case 'peers':
    case 'attachment':
    case 'muted':
      throw new Error(`${body.kind}: texts are made in another way`);
    case 'deletion':
      return once(entry, 'bulk', () => ({ message_ids: body.messageIds, ...body.fields }));
  }
}

function withNames(body: Body<'reaction' | 'typing' | 'own' | 'removed'>, { person }: People): object {
  switch (body.kind) {
    case 'reaction': {
      const { userId, email, fullName } = person(body.fields.user_id as UserId);
      return { ...body.fields, user: { user_id: userId, email, full_name: fullName } };
    }
    case 'typing': {
      const named = (userId: UserId) => ({ user_id: userId, email: person(userId).email });
      return { op: body.op, sender: named(body.userId), recipients: body.userIds.map(named) };
    }
    case 'own':
      return { [body.key]: person(body.userId).email, ...body.fields };
    case 'removed':
      return { op: 'remove', [body.key]: { user_id: body.userId, full_name: person(body.userId).fullName } };
  }
}

/** Serializes the fields on the first call for a form. */
const once = ({ fields }: Serializable, form: Form, make: () => object): string =>
  fields.once(form, () => withoutBraces(make()));

const withoutBraces = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** Users with properties of their own were subscribed before. There are few of them, so that their texts are not kept. */
function subscriptionFields(
  entry: Serializable,
  { subscription, propertiesOf }: Body<'subscription'>,
  userId: UserId,
): string {
  const properties = propertiesOf[userId];
  if (properties === undefined) return once(entry, 'default', () => ({ op: 'add', subscriptions: [subscription] }));
  return withoutBraces({ op: 'add', subscriptions: [withOwn(subscription, properties)] });
}

/** Former subscribers have the stream in another list than users who were never subscribed. */
function shownFields(entry: Serializable, body: Body<'shown'>, userId: UserId): string {
  const { stream, subscription, propertiesOf } = body;
  if (!has(body.once, userId)) return once(entry, 'plain', () => ({ op: 'create', streams: [stream] }));
  const properties = propertiesOf[userId];
  if (properties === undefined) return once(entry, 'default', () => ({ op: 'create', streams: [subscription] }));
  return withoutBraces({ op: 'create', streams: [withOwn(subscription, properties)] });
}

const withOwn = (subscription: object, properties: { readonly is_muted: boolean }): object => ({
  ...subscription,
  ...properties,
  in_home_view: !properties.is_muted,
});

/** Keys and tokens are derived here, for each user who may see them. No text with them is kept. */
function botFields({ op, bot, ...body }: Body<'bot'>, keys: BotKeys, clientGravatar: boolean): string {
  const row = botRow(bot, keys, clientGravatar);
  return withoutBraces({
    op,
    bot: 'changed' in body ? { user_id: row.user_id, [body.changed]: row[body.changed] } : row,
  });
}

function messageFields(
  entry: Serializable,
  body: Body<'message'>,
  { options: { applyMarkdown } }: Queue,
  people: People,
  clientGravatar: boolean,
): string {
  const { message, senderId, channel, text } = body;
  const form = `${applyMarkdown ? 'html' : 'raw'} ${clientGravatar ? 'gravatar' : 'avatar'}` as const;
  return once(entry, form, () => ({
    message: {
      ...withAvatar(
        messageObject({ ...message, content: text.content }, messageNames(people, senderId, message.place, channel)),
        isComputed(senderId, people, clientGravatar),
      ),
      content: applyMarkdown ? text.html : text.content,
      content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    },
  }));
}

/** Includes the avatar, because it follows from the address, which clients may no longer see. */
function readdressed({ userId }: Body<'address'>, { person }: People, clientGravatar: boolean): object {
  const facts = person(userId);
  const fields = { user_id: userId, new_email: facts.email, ...avatarFields(facts) };
  return { op: 'update', person: withAvatar(fields, clientGravatar && facts.deliveryEmail === undefined) };
}

/** Includes the address that is shown now. */
function withAddress(row: Body<'person'>['person'], { person }: People, seesHidden: boolean): object {
  if (row.email === undefined) return row;
  const { email, deliveryEmail } = person(row.user_id as UserId);
  const isNew = 'full_name' in row;
  return {
    ...row,
    email,
    ...(isNew && seesHidden && deliveryEmail !== undefined && { delivery_email: deliveryEmail }),
  };
}

/** Whether a client that computes gravatars itself can compute the user's. Nobody can compute it from a hidden address. */
const isComputed = (userId: number, { person }: People, clientGravatar: boolean): boolean =>
  clientGravatar && person(userId as UserId).deliveryEmail === undefined;

/** A client that computes gravatars itself gets null instead of them. */
const withAvatar = (fields: object, clientGravatar: boolean): object =>
  clientGravatar && 'avatar_url' in fields && isGravatar(fields.avatar_url) ? { ...fields, avatar_url: null } : fields;

const flagsText = (body: { readonly flags: FlagsFor }, queue: Queue, how: How): string =>
  JSON.stringify(flagsFor(body, queue, how));

/** A message that is delivered only because its stream is public was not received by the user, and has no flags. */
function flagsFor({ flags }: { readonly flags: FlagsFor }, { userId }: Queue, how: How): string[] {
  if (how === 'public') return [];
  const names: string[] = [];
  if (flags.read?.includes(userId)) names.push('read');
  if (has(flags.mentioned, userId)) names.push('mentioned');
  if (flags.wildcard) names.push('wildcard_mentioned');
  if (flags.alerted?.includes(userId)) names.push('has_alert_word');
  return names;
}

/** Only the queue that sent the message gets its local id back. The id has two names, because each client knows only one of them. */
function localId({ echo }: Body<'message'>, { queueId }: Queue): string {
  if (echo?.queueId !== queueId) return '';
  const text = JSON.stringify(echo.localId);
  return `,"local_id":${text},"local_message_id":${text}`;
}
