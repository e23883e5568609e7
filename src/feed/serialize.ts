/**
 * A client event as text, for one queue: the body is written once for each of the few forms that clients ask for, and the parts
 * that differ from queue to queue (type name, flags, local id) are spliced in.
 */
import type { Queue } from '../state/queues.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { type BotKeys, botRow } from '../wire/bot.ts';
import type { Entitled } from './audience.ts';
import type { ClientBody, FlagsFor } from './client-event.ts';
import { matchesNarrow } from './queue-narrow.ts';
import { typeNameFor } from './type-names.ts';

/** One client event with the texts already written for it. */
export type Serializable = {
  readonly eventId: number;
  readonly type: Parameters<typeof typeNameFor>[1];
  readonly body: ClientBody;
  /** The texts that were written of it, the newest first. */
  written: Written | undefined;
};

/** A link of a chain, and no map: most entries have two. */
type Written = { readonly form: string; readonly text: string; readonly before: Written | undefined };

type Body<K extends ClientBody['kind']> = Extract<ClientBody, { kind: K }>;
type How = Exclude<Entitled, undefined>;

/** Whether the queue asked for such an event, its user being entitled to it. */
export function isWanted({ type, body }: Pick<Serializable, 'type' | 'body'>, queue: Queue, how: How): boolean {
  if (typeNameFor(queue.options, type) === null) return false;
  const { narrow } = queue.options;
  if (body.kind !== 'message' || narrow.length === 0) return true;
  return matchesNarrow(narrow, body.message, flagsFor(body, queue, how));
}

/** The event's JSON text; undefined where the queue did not ask for such an event. `keys`: of the queue's organization. */
export function textFor(entry: Serializable, queue: Queue, how: How, keys: BotKeys): string | undefined {
  const { body } = entry;
  if (!isWanted(entry, queue, how)) return undefined;
  if (body.kind === 'message' && body.echo?.queueId !== queue.queueId) return messageText(entry, body, queue, how);
  return whole(entry, queue, fieldsFor(entry, queue, how, keys));
}

const whole = (entry: Serializable, { options }: Queue, fields: string): string =>
  `{"type":"${typeNameFor(options, entry.type)}",${fields},"id":${entry.eventId}}`;

/** One text for all queues that see it alike: it is the same object, by which answers are found to be the same. */
function messageText(entry: Serializable, body: Body<'message'>, queue: Queue, how: How): string {
  const flags = flagsText(body, queue, how);
  const form = formOf(queue.options);
  return kept(entry, flags === '[]' ? unflagged[form] : `${form} ${flags}`, () =>
    whole(entry, queue, `${messageFields(entry, body, queue)},"flags":${flags}`),
  );
}

function fieldsFor(entry: Serializable, queue: Queue, how: How, keys: BotKeys): string {
  const { body } = entry;
  const { options, userId } = queue;
  const avatars = options.clientGravatar ? 'gravatar' : 'avatar';
  switch (body.kind) {
    case 'plain':
      return form(entry, 'plain', () => body.fields);
    case 'own':
      return withoutBraces(body.fieldsOf[userId] ?? {});
    case 'subscription':
      return subscribed(entry, body, userId);
    case 'bot':
      return form(entry, avatars, () => botFields(body, keys, options.clientGravatar));
    case 'person':
      return form(entry, avatars, () => ({ ...body.fields, person: withAvatar(body.person, options.clientGravatar) }));
    case 'message':
      return `${messageFields(entry, body, queue)},"flags":${flagsText(body, queue, how)}${localId(body, queue)}`;
    case 'update':
      return `${form(entry, 'update', () => body.fields)},"flags":${flagsText(body, queue, how)}`;
    case 'deletion':
      return options.bulkMessageDeletion
        ? form(entry, 'bulk', () => ({ message_ids: body.messageIds, ...body.fields }))
        : form(entry, 'single', () => ({ message_id: body.messageIds[0], ...body.fields, ...body.single }));
  }
}

const form = (entry: Serializable, key: string, fields: () => object): string =>
  kept(entry, key, () => withoutBraces(fields()));

function kept(entry: Serializable, key: string, write: () => string): string {
  for (let written = entry.written; written; written = written.before) if (written.form === key) return written.text;
  const text = inOnePiece(write());
  entry.written = { form: key, text, before: entry.written };
  return text;
}

/**
 * The same text. What is put together of parts remains a tree of them until somebody looks into it: twenty objects for a message,
 * which the collector would have to copy twice before it leaves them alone.
 */
const inOnePiece = (text: string): string => (Buffer.byteLength(text) > 0 ? text : '');

const withoutBraces = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** Those with properties of their own are few: their texts are not kept. */
function subscribed(entry: Serializable, { subscription, propertiesOf }: Body<'subscription'>, userId: UserId): string {
  const properties = propertiesOf[userId];
  if (properties === undefined) return form(entry, 'default', () => ({ op: 'add', subscriptions: [subscription] }));
  const own = { ...subscription, ...properties, in_home_view: !properties.is_muted };
  return withoutBraces({ op: 'add', subscriptions: [own] });
}

/** Keys and tokens are derived here, and stand nowhere but in the answer and the ring. */
function botFields(body: Body<'bot'>, keys: BotKeys, clientGravatar: boolean): object {
  const row = botRow(body.bot, keys, clientGravatar);
  if (body.op === 'add') return { op: 'add', bot: row };
  return { op: 'update', bot: { user_id: row.user_id, [body.changed]: row[body.changed] } };
}

type FormName = 'html gravatar' | 'html avatar' | 'raw gravatar' | 'raw avatar';

const formOf = ({ applyMarkdown, clientGravatar }: Queue['options']): FormName => {
  if (applyMarkdown) return clientGravatar ? 'html gravatar' : 'html avatar';
  return clientGravatar ? 'raw gravatar' : 'raw avatar';
};

const unflagged: Readonly<Record<FormName, string>> = {
  'html gravatar': 'html gravatar []',
  'html avatar': 'html avatar []',
  'raw gravatar': 'raw gravatar []',
  'raw avatar': 'raw avatar []',
};

/** Spliced: to write the message with its content in place of reading it into another object first takes half as long. */
const messageFields = (entry: Serializable, body: Body<'message'>, { options }: Queue): string =>
  kept(entry, formOf(options), () => {
    const fields = withoutBraces(withAvatar(body.message, options.clientGravatar));
    const content = JSON.stringify(options.applyMarkdown ? body.text.html : body.text.content);
    const type = options.applyMarkdown ? 'text/html' : 'text/x-markdown';
    return `"message":{${fields},"content":${content},"content_type":"${type}"}`;
  });

/** Nobody uploads avatars yet: all are gravatars, which such a client computes itself. */
const withAvatar = (fields: object, clientGravatar: boolean): object =>
  clientGravatar && 'avatar_url' in fields ? { ...fields, avatar_url: null } : fields;

/** Most have none. */
function flagsText(body: { readonly flags: FlagsFor }, queue: Queue, how: How): string {
  const flags = flagsFor(body, queue, how);
  return flags.length === 0 ? '[]' : JSON.stringify(flags);
}

/** What is seen only because it is public is nobody's own, and has no flags (api-facts §3.2). */
const flagsFor = ({ flags }: { readonly flags: FlagsFor }, { userId }: Queue, how: How): string[] =>
  how === 'direct' ? flagsOf(flags, userId) : [];

function flagsOf(flags: FlagsFor, userId: UserId): string[] {
  const own: string[] = [];
  if (flags.read?.includes(userId)) own.push('read');
  if (flags.mentioned.includes(userId)) own.push('mentioned');
  if (flags.wildcard) own.push('wildcard_mentioned');
  return own;
}

/** Only the queue that sent the message gets its local id back, under both names (api-facts §0.2a). */
function localId(body: Body<'message'>, queue: Queue): string {
  if (body.echo?.queueId !== queue.queueId) return '';
  const text = JSON.stringify(body.echo.localId);
  return `,"local_id":${text},"local_message_id":${text}`;
}
