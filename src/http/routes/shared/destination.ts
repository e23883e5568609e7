/** The destination of a message in the many forms that clients send: `type`, `to` and `topic`. */
import { z } from 'zod';
import type { Destination } from '../../../../commands/message/place-rules.ts';
import { described } from '../../openapi/described.ts';
import { parseJson } from '../../request/json-text.ts';
import { invalid } from '../../request/parameter-errors.ts';
import { raw, withValueSchema } from '../../request/parameters.ts';
import { ProblemError } from '../../response/problem.ts';

const recipients = z.union([z.string(), z.int(), z.array(z.string()), z.array(z.int())]);

export const toParameter = () =>
  described(
    withValueSchema(raw().optional(), recipients),
    'The name or id of the stream, or the ids or e-mail addresses of the users, as a list or as addresses separated by commas.',
    'general',
  );

type Said = { readonly type: string; readonly to?: string | undefined; readonly topic?: string | undefined };

/**
 * Throws a problem in the words of the original API if something is missing. The topic of a private message is ignored, however long it is.
 */
export function destinationOf({ type, to, topic }: Said): Destination {
  if (type === 'stream') {
    if (to === undefined) throw new ProblemError(invalid('Missing stream'));
    const channel = channelOf(to);
    if (topic === undefined) throw new ProblemError(invalid('Missing topic'));
    return { kind: 'channel', channel, topic: topic.trim() };
  }
  if (type !== 'private') throw new ProblemError(invalid('Invalid message type'));
  if (to === undefined) throw new ProblemError(invalid('Message must have recipients'));
  return { kind: 'private', to: recipientsOf(to) };
}

/**
 * A name, raw or as JSON text; an id; or a list with one of them. Text that is not JSON is a name, and so is a number that is not written as
 * an integer, because a stream may be called `1.0`.
 */
function channelOf(to: string): string | number {
  const parsed = parseJson(to);
  const value: unknown =
    parsed.ok && Array.isArray(parsed.value) && parsed.value.length === 1 ? parsed.value[0] : parsedValue(parsed);
  if (typeof value === 'number' && !/[.e]/i.test(to)) return channelId(value);
  return typeof value === 'string' ? value : to;
}

const parsedValue = (parsed: ReturnType<typeof parseJson>): unknown => (parsed.ok ? parsed.value : undefined);

function channelId(value: number): number {
  if (!Number.isSafeInteger(value)) throw new ProblemError(invalid('to is not a valid stream id'));
  return value;
}

/** A JSON list of ids or of addresses, or addresses separated by commas. */
function recipientsOf(to: string): (string | number)[] {
  const parsed = parseJson(to);
  if (!parsed.ok) return addressesOf(to);
  const { value } = parsed;
  if (typeof value === 'string') return addressesOf(value);
  if (typeof value === 'number') return idsOf([value]);
  if (!Array.isArray(value)) throw new ProblemError(invalid('to is not a list'));
  const items: unknown[] = value;
  if (items.every((item) => typeof item === 'number')) return idsOf(items);
  if (items.every((item) => typeof item === 'string'))
    return items.map((item) => item.trim()).filter((item) => item !== '');
  if (items.every((item) => typeof item === 'number' || typeof item === 'string'))
    throw new ProblemError(invalid('Recipient lists may contain emails or user IDs, but not both.'));
  throw new ProblemError(invalid('to is not a list of user IDs or of email addresses'));
}

const addressesOf = (text: string): string[] =>
  text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');

function idsOf(ids: readonly number[]): number[] {
  if (!ids.every((id) => Number.isSafeInteger(id)))
    throw new ProblemError(invalid('to holds a number that is not a user ID'));
  return [...ids];
}
