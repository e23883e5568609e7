/** Describes records of the trail in words. */
import type { Api } from 'verbatim/client';
import { fragmentOf, ofPeople, ofTopic } from '../../model/narrow.ts';
import { me, personName } from '../../model/organization.ts';

export type Entry = Api['GET /audit/events/{event_id}']['answer']['record'];

const short = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const shortTime = (at: string): string => short.format(new Date(at));
export const wholeTime = (at: string): string => whole.format(new Date(at));
export const momentWords = (at: string | null): string => (at === null ? '' : moment.format(new Date(at)));

/** What an incomplete history of a message leaves out. */
export const movesMissing = 'Moves of this message together with others may be missing here.';

export const actorWords = ({ actor }: Entry): string =>
  actor.name ?? (actor.id === null ? 'The service' : `User ${actor.id}`);

const plain = (type: string): string => type.replaceAll('_', ' ');

export const objectWords = ({ object }: Entry): string =>
  object.name === null ? `${plain(object.type)} ${object.id}` : `${plain(object.type)} ${object.name}`;

/** The stream and topic, or the people, of a record; empty if it has neither. */
export function placeWords({ object: { in: place } }: Entry): string {
  if (!place) return '';
  if ('with' in place) return `private, with ${place.with.map(personName).join(', ')}`;
  return `#${place.stream ?? place.stream_id}${place.topic === '' ? '' : ` › ${place.topic}`}`;
}

/** The address where a message of a record is shown in its conversation. */
export function addressOfPlace({ object }: Entry): string | undefined {
  const { in: place } = object;
  if (!place || object.type !== 'message') return undefined;
  const narrow =
    'with' in place ? ofPeople(place.with.filter((id) => id !== me.value)) : ofTopic(place.stream_id, place.topic);
  return fragmentOf([...narrow, { operator: 'near', operand: Number(object.id) }]);
}

/** A count with its noun: `1 event`, `2 events`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString()} ${value === 1 ? one : many}`;

export const valueWords = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, undefined, 1);
