/**
 * A client event as text, for one queue: the body is written once for each of the few forms that clients ask for, and the parts
 * that differ from queue to queue (type name, flags, local id) are spliced in.
 */
import type { Queue } from '../state/queues.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { Entitled } from './audience.ts';
import type { ClientBody, FlagsFor } from './client-event.ts';
import { matchesNarrow } from './queue-narrow.ts';
import { typeNameFor } from './type-names.ts';

/** One client event with the texts already written for it. */
export type Serializable = {
  readonly eventId: number;
  readonly type: Parameters<typeof typeNameFor>[1];
  readonly body: ClientBody;
  /** Form → text of the body's fields, without braces. */
  readonly forms: Map<string, string>;
};

/** The event's JSON text; undefined where the queue did not ask for such an event. */
export function textFor(entry: Serializable, queue: Queue, how: Exclude<Entitled, undefined>): string | undefined {
  const name = typeNameFor(queue.options, entry.type);
  if (name === null) return undefined;
  const { body } = entry;
  const { options, userId } = queue;
  const head = `{"type":"${name}",`;
  const tail = `,"id":${entry.eventId}}`;
  switch (body.kind) {
    case 'plain':
      return head + form(entry, 'plain', () => body.fields) + tail;
    case 'person': {
      const key = options.clientGravatar ? 'gravatar' : 'avatar';
      return (
        head +
        form(entry, key, () => ({ ...body.fields, person: withAvatar(body.person, options.clientGravatar) })) +
        tail
      );
    }
    case 'message': {
      const flags = how === 'direct' ? flagsOf(body.flags, userId) : [];
      if (!matchesNarrow(options.narrow, body.message, flags)) return undefined;
      const key = `${options.applyMarkdown ? 'html' : 'raw'}${options.clientGravatar ? '-gravatar' : ''}`;
      const message = form(entry, key, () => ({ message: messageIn(body, options) }));
      return `${head}${message},"flags":${JSON.stringify(flags)}${localId(body, queue)}${tail}`;
    }
    case 'update': {
      const flags = how === 'direct' ? flagsOf(body.flags, userId) : [];
      return `${head}${form(entry, 'update', () => body.fields)},"flags":${JSON.stringify(flags)}${tail}`;
    }
    case 'deletion': {
      if (options.bulkMessageDeletion)
        return head + form(entry, 'bulk', () => ({ message_ids: body.messageIds, ...body.fields })) + tail;
      return (
        head + form(entry, 'single', () => ({ message_id: body.messageIds[0], ...body.fields, ...body.single })) + tail
      );
    }
  }
}

function form(entry: Serializable, key: string, fields: () => object): string {
  const written = entry.forms.get(key);
  if (written !== undefined) return written;
  const text = JSON.stringify(fields()).slice(1, -1);
  entry.forms.set(key, text);
  return text;
}

function messageIn(body: Extract<ClientBody, { kind: 'message' }>, options: Queue['options']): object {
  return {
    ...withAvatar(body.message, options.clientGravatar),
    content: options.applyMarkdown ? body.text.html : body.text.content,
    content_type: options.applyMarkdown ? 'text/html' : 'text/x-markdown',
  };
}

/** Nobody uploads avatars yet: all are gravatars, which such a client computes itself. */
const withAvatar = (fields: object, clientGravatar: boolean): object =>
  clientGravatar && 'avatar_url' in fields ? { ...fields, avatar_url: null } : fields;

function flagsOf(flags: FlagsFor, userId: UserId): string[] {
  const own: string[] = [];
  if (flags.read?.includes(userId)) own.push('read');
  if (flags.mentioned.includes(userId)) own.push('mentioned');
  if (flags.wildcard) own.push('wildcard_mentioned');
  return own;
}

/** Only the queue that sent the message gets its local id back, under both names (api-facts §0.2a). */
function localId(body: Extract<ClientBody, { kind: 'message' }>, queue: Queue): string {
  if (body.echo?.queueId !== queue.queueId) return '';
  const text = JSON.stringify(body.echo.localId);
  return `,"local_id":${text},"local_message_id":${text}`;
}
