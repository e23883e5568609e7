/**
 * Rules of the Relativity Short Message Format 2.0 for a manifest and the mail around it, from its public schema and validator, as far as an
 * export uses them. Each broken rule gives a line.
 */
import type { Email } from 'postal-mime';

type Custom = { readonly name: string; readonly value: string };
type Participant = {
  readonly id: string;
  readonly display?: string;
  readonly email?: string;
  readonly custom?: Custom[];
};
type Conversation = {
  readonly id: string;
  readonly platform: string;
  readonly type?: 'direct' | 'channel';
  readonly participants: readonly string[];
};
type Event = {
  readonly id?: string;
  readonly type: string;
  readonly participant?: string;
  readonly conversation?: string;
  readonly timestamp?: string;
  readonly body?: string;
  readonly deleted?: boolean;
  readonly edits?: readonly { participant: string; timestamp: string; previous: string; new: string }[];
  readonly reactions?: readonly { value: string; count: number; participants: readonly string[] }[];
  readonly custom?: readonly Custom[];
};
export type Manifest = {
  readonly version: string;
  readonly participants: readonly Participant[];
  readonly conversations: readonly Conversation[];
  readonly events: readonly Event[];
  readonly eventcollectionid?: string;
};

/** The fields of each object that the schema knows. */
const known: Readonly<Record<string, readonly string[]>> = {
  manifest: ['version', 'participants', 'conversations', 'events', 'eventcollectionid'],
  participant: ['id', 'display', 'email', 'avatar', 'account_id', 'custom'],
  conversation: ['id', 'display', 'platform', 'type', 'participants', 'custodian', 'custom', 'icon'],
  event: [
    ...['id', 'type', 'parent', 'body', 'participant', 'conversation', 'timestamp', 'deleted', 'importance'],
    ...['reactions', 'attachments', 'edits', 'custom', 'direction', 'read_receipts'],
  ],
  edit: ['participant', 'timestamp', 'previous', 'new'],
  reaction: ['value', 'count', 'participants'],
  custom: ['name', 'value'],
};
const eventTypes = ['message', 'disclaimer', 'join', 'leave', 'history', 'unknown'];
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const eventsMax = 10_000;

const unknownIn = (kind: string, value: object): string[] =>
  Object.keys(value)
    .filter((name) => !known[kind]?.includes(name))
    .map((name) => `${kind} has no ${name}`);
const repeated = (ids: readonly string[]): string[] => ids.filter((id, at) => ids.indexOf(id) !== at);

export function brokenRules({ headers, text, attachments }: Email, manifest: Manifest): string[] {
  const header = (name: string): string | undefined => headers.find(({ key }) => key === name)?.value;
  const { events, participants, conversations, version } = manifest;
  const named = new Set(participants.map(({ id }) => id));
  const broken: string[] = [];
  const must = (holds: boolean, rule: string): void => void (holds || broken.push(rule));
  must(version === '2.0.0' && header('x-rsmf-version') === version, 'version');
  must(header('x-rsmf-eventcount') === String(events.length), 'X-RSMF-EventCount');
  must(header('x-rsmf-begindate') === events[0]?.timestamp, 'X-RSMF-BeginDate');
  must(header('x-rsmf-enddate') === events.at(-1)?.timestamp, 'X-RSMF-EndDate');
  must((text ?? '').trim() !== '', 'body text');
  must(attachments.length === 1 && attachments[0]?.filename === 'rsmf.zip', 'one attachment, rsmf.zip');
  must(participants.length > 0 && conversations.length > 0 && events.length > 0, 'no list is empty');
  must(events.length <= eventsMax, 'events of a file');
  broken.push(...unknownIn('manifest', manifest));
  for (const list of [participants, conversations, events])
    broken.push(...repeated(list.flatMap(({ id }) => id ?? [])).map((id) => `${id} is repeated`));
  for (const one of participants) {
    broken.push(...unknownIn('participant', one));
    must(one.id !== '', 'a participant has an id');
    must(one.email === undefined || /^[^@\s]+@[^@\s]+$/.test(one.email), `address ${one.email}`);
  }
  for (const one of conversations) {
    broken.push(...unknownIn('conversation', one));
    must(one.id !== '' && one.platform !== '', 'id and platform');
    must(one.type === 'direct' || one.type === 'channel', 'type of a conversation');
    must(
      one.participants.every((id) => named.has(id)),
      'participants of a conversation are named',
    );
    must(repeated(one.participants).length === 0, 'participants of a conversation, each once');
    const own = events.filter(({ conversation }) => conversation === one.id);
    must(own.length > 0, 'a conversation has events');
    must(
      one.type !== 'direct' || !own.some(({ type }) => type === 'join' || type === 'leave'),
      'nobody joins or leaves',
    );
  }
  for (const event of events) broken.push(...brokenByEvent(event, manifest, named));
  return broken;
}

function brokenByEvent(event: Event, { conversations, events }: Manifest, named: ReadonlySet<string>): string[] {
  const broken = unknownIn('event', event);
  const must = (holds: boolean, rule: string): void => void (holds || broken.push(`${rule} of event ${event.id}`));
  const of = conversations.find(({ id }) => id === event.conversation);
  const moves = events.filter(({ type }) => type === 'join' || type === 'leave');
  /** Whether a participant is there from the beginning of the conversation, or joins it. */
  const isThere = (id: string): boolean =>
    (of?.participants.includes(id) ?? false) || moves.some(({ participant }) => participant === id);
  must(eventTypes.includes(event.type), 'type');
  must(of !== undefined, 'conversation');
  must(dateTime.test(event.timestamp ?? ''), 'timestamp');
  must(named.has(event.participant ?? '') && isThere(event.participant ?? ''), 'participant');
  for (const edit of event.edits ?? []) {
    broken.push(...unknownIn('edit', edit));
    must(isThere(edit.participant) && dateTime.test(edit.timestamp), 'editor');
    must(edit.timestamp >= (event.timestamp ?? ''), 'time of an edit');
  }
  for (const reaction of event.reactions ?? []) {
    broken.push(...unknownIn('reaction', reaction));
    must(reaction.value !== '' && reaction.participants.every(isThere), 'reaction');
  }
  for (const custom of event.custom ?? []) {
    broken.push(...unknownIn('custom', custom));
    must(custom.name !== '' && custom.value !== '', 'custom field');
  }
  return broken;
}
