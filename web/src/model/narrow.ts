/**
 * A narrow: a list of terms that filter messages, as in the API. The fragment of the address holds it in the form in which rendered
 * messages link to streams and topics: `#narrow/stream/3-general/topic/hello`.
 */
import { pastAddress } from '../api/looking.ts';
import type { Listed, NarrowTerm } from '../api/types.ts';
import { isMention } from './messages.ts';
import { isMuted, me, streamName, streams } from './organization.ts';
import { pastFragment, pastIn } from './past-address.ts';

export type Narrow = readonly NarrowTerm[];

/** The fragment uses dots instead of percent signs. */
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*.]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return text;
  }
}

const operandOf = ({ operator, operand }: NarrowTerm): string => {
  if (operator === 'stream' && typeof operand === 'number')
    return `${operand}-${encode(streamName(operand).replaceAll(' ', '-'))}`;
  return encode(String(operand));
};

/** The fragment for the present, even while the page shows the past. */
export const fragmentOfNow = (narrow: Narrow): string =>
  narrow.length === 0
    ? '#all'
    : `#narrow/${narrow.map((term) => `${term.negated ? '-' : ''}${term.operator}/${operandOf(term)}`).join('/')}`;

/** The fragment for a narrow, at the moment that the page shows. */
export function fragmentOf(narrow: Narrow): string {
  const past = pastAddress.value;
  const now = fragmentOfNow(narrow);
  return past ? pastFragment({ ...past, rest: now.slice(1) }) : now;
}

/** Undefined if the fragment names a screen that does not show messages. */
export function narrowOfFragment(fragment: string): Narrow | undefined {
  const [head, ...parts] = (pastIn(fragment)?.rest ?? fragment.replace(/^#/, '')).split('/');
  if (head === '' || head === 'all') return [];
  if (head !== 'narrow') return undefined;
  const narrow: NarrowTerm[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const name = parts[index] ?? '';
    const negated = name.startsWith('-');
    const operator = name.slice(negated ? 1 : 0);
    const raw = parts[index + 1] ?? '';
    const id = /^(\d+)(?:-|$)/.exec(raw)?.[1];
    const operand = operator === 'stream' && id !== undefined ? Number(id) : decode(raw);
    narrow.push({ operator, operand, ...(negated && { negated }) });
  }
  return narrow;
}

const operators = new Set([
  'stream',
  'streams',
  'topic',
  'sender',
  'pm-with',
  'group-pm-with',
  'is',
  'has',
  'in',
  'id',
  'near',
]);

/** `stream:general topic:"release 2" -is:starred words to find` → terms. Words without an operator are searched for. */
export function narrowOfSearch(text: string): Narrow {
  const narrow: NarrowTerm[] = [];
  const words: string[] = [];
  for (const [, minus = '', name, quoted, plain] of text.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/g)) {
    const value = quoted ?? plain ?? '';
    if (name !== undefined && operators.has(name)) {
      const operand = name === 'stream' ? (streamIdOf(value) ?? value) : value;
      narrow.push({ operator: name, operand, ...(minus && { negated: true }) });
    } else words.push(`${minus}${name === undefined ? '' : `${name}:`}${quoted === undefined ? value : `"${value}"`}`);
  }
  return words.length > 0 ? [...narrow, { operator: 'search', operand: words.join(' ') }] : narrow;
}

/** The inverse, for the search box. */
export const searchOf = (narrow: Narrow): string =>
  narrow
    .map(({ operator, operand, negated }) => {
      const value = operator === 'stream' && typeof operand === 'number' ? streamName(operand) : String(operand);
      if (operator === 'search') return value;
      return `${negated ? '-' : ''}${operator}:${/\s/.test(value) ? `"${value}"` : value}`;
    })
    .join(' ');

/** The stream with this name; undefined if none is known. The service compares names in the same way. */
export function streamIdOf(name: string): number | undefined {
  const foldName = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
  const folded = foldName(name);
  return [...streams.value.values()].find((stream) => foldName(stream.name) === folded)?.stream_id;
}

export const ofStream = (id: number): Narrow => [{ operator: 'stream', operand: id }];
export const ofTopic = (id: number, topic: string): Narrow => [
  { operator: 'stream', operand: id },
  { operator: 'topic', operand: topic },
];
/** A private conversation with these users. An empty list is the conversation with oneself. */
export const ofPeople = (others: readonly number[]): Narrow => [
  { operator: 'pm-with', operand: (others.length > 0 ? [...others].sort((a, b) => a - b) : [me.value]).join(',') },
];
export const ofMessage = (message: Listed): Narrow =>
  message.type === 'stream' && message.stream_id !== undefined
    ? ofTopic(message.stream_id, message.subject)
    : ofPeople(othersOf(message));

/** The conversation of a message, at this message. */
export const nearMessage = (message: Listed): Narrow => [
  ...ofMessage(message),
  { operator: 'near', operand: message.id },
];

/** The ids of the other participants of a private message. */
export const othersOf = ({ display_recipient: all }: Pick<Listed, 'display_recipient'>): number[] =>
  typeof all === 'string' ? [] : all.map(({ id }) => id).filter((id) => id !== me.value);

/** The destination of a message that is written in a narrow. `placeOf` returns undefined if the narrow names none. */
export type Place =
  | { readonly kind: 'topic'; readonly streamId: number; readonly topic: string }
  | { readonly kind: 'stream'; readonly streamId: number }
  | { readonly kind: 'people'; readonly ids: readonly number[] };

/** The narrow that shows a place. Without a place: all messages. */
export function ofPlace(place: Place | undefined): Narrow {
  if (!place) return [];
  if (place.kind === 'people') return ofPeople(place.ids);
  return place.kind === 'stream' ? ofStream(place.streamId) : ofTopic(place.streamId, place.topic);
}

export function placeOf(narrow: Narrow): Place | undefined {
  if (narrow.some(({ negated }) => negated)) return undefined;
  const operandNamed = (name: string) => narrow.find(({ operator }) => operator === name)?.operand;
  const people = operandNamed('pm-with');
  if (people !== undefined) {
    const ids = String(people).split(',').map(Number);
    return ids.every(Number.isInteger) ? { kind: 'people', ids: ids.filter((id) => id !== me.value) } : undefined;
  }
  const named = operandNamed('stream');
  const streamId = typeof named === 'number' ? named : named === undefined ? undefined : streamIdOf(named);
  if (streamId === undefined) return undefined;
  const topic = operandNamed('topic');
  return topic === undefined ? { kind: 'stream', streamId } : { kind: 'topic', streamId, topic: String(topic) };
}

/** Whether everything of a stream, a topic or a private conversation is shown, or all messages, in their context. */
export const isOfPlace = (narrow: Narrow): boolean =>
  narrow.every(({ operator, negated }) => !negated && ['stream', 'topic', 'pm-with', 'near'].includes(operator));

/** All messages are those that are not muted. */
export const sentForm = (narrow: Narrow): NarrowTerm[] =>
  narrow.length === 0
    ? [{ operator: 'in', operand: 'home' }]
    : narrow.map((term) =>
        term.operator === 'pm-with' && /^[\d,]+$/.test(String(term.operand))
          ? { ...term, operand: String(term.operand).split(',').map(Number) as unknown as string }
          : term,
      );

export const isSilent = ({ type, stream_id: streamId, subject }: Listed): boolean =>
  type === 'stream' && isMuted(streamId ?? 0, subject);

/** Whether a message matches the narrow; undefined if only the server can decide. */
export function matches(narrow: Narrow, message: Listed): boolean | undefined {
  if (narrow.length === 0) return !isSilent(message);
  let unsure = false;
  for (const { operator, operand, negated = false } of narrow) {
    const found = matchesTerm(operator, operand, message);
    if (found === undefined) unsure = true;
    else if (found === negated) return false;
  }
  return unsure ? undefined : true;
}

function matchesTerm(operator: string, operand: string | number, message: Listed): boolean | undefined {
  switch (operator) {
    case 'stream':
      return typeof operand === 'number' ? message.stream_id === operand : undefined;
    case 'topic':
      return message.type === 'stream' && message.subject.toLowerCase() === String(operand).toLowerCase();
    case 'pm-with':
      return message.type === 'private' && ofPeople(othersOf(message))[0]?.operand === operand;
    case 'near':
      return true;
    case 'is':
      if (operand === 'private') return message.type === 'private';
      if (operand === 'starred') return message.flags.includes('starred');
      if (operand === 'unread') return !message.flags.includes('read');
      return operand === 'mentioned' ? isMention(message) : undefined;
    default:
      return undefined;
  }
}
