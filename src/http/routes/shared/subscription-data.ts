/** `subscription_data` in the form that clients send: the known properties, and the valid values of each. */

import { z } from 'zod';
import { cachedTraffic, type Traffic } from '../../../queries/weekly-traffic.ts';
import { Color } from '../../../vocabulary/color.ts';
import { ChannelId } from '../../../vocabulary/ids.ts';
import type { SubscriptionProperties } from '../../../vocabulary/settings.ts';
import { ProblemError, plain } from '../../response/problem.ts';

export const SubscriptionDatum = z.object({
  stream_id: ChannelId,
  property: z.string(),
  value: z.union([z.string(), z.boolean()]),
});
export type SubscriptionDatum = z.infer<typeof SubscriptionDatum>;

type Change = { readonly channelId: ChannelId; readonly properties: Partial<SubscriptionProperties> };

const flags = [
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

const wrong = (msg: string): ProblemError => new ProblemError(plain(msg));

/** The errors that the description of the API lists. */
export const subscriptionDataErrors = [
  'color is not a valid hex color code',
  'is_muted is not a boolean',
  'Unknown subscription property: size',
].map(plain);

/** Throws a `ProblemError` for an unknown property or an invalid value. */
export const subscriptionChange = ({ stream_id, property, value }: SubscriptionDatum): Change => ({
  channelId: stream_id,
  properties: propertiesOf(property, value),
});

function propertiesOf(property: string, value: string | boolean): Partial<SubscriptionProperties> {
  if (property === 'color') {
    if (typeof value !== 'string') throw wrong('color is not a string');
    if (!Color.safeParse(value).success) throw wrong('color is not a valid hex color code');
    return { color: value };
  }
  // The older name of `is_muted`, with the opposite value.
  if (property === 'in_home_view') return { is_muted: !booleanOf(property, value) };
  const flag = flags.find((known) => known === property);
  if (!flag) throw wrong(`Unknown subscription property: ${property.slice(0, 100)}`);
  return { [flag]: booleanOf(property, value) };
}

function booleanOf(property: string, value: string | boolean): boolean {
  if (typeof value !== 'boolean') throw wrong(`${property} is not a boolean`);
  return value;
}

const remembered = new WeakMap<object, Traffic>();

/** The weekly traffic of streams. It is cached as long as `owner` lives, which is the state of the running server. */
export function trafficOf(owner: object): Traffic {
  const known = remembered.get(owner) ?? cachedTraffic();
  remembered.set(owner, known);
  return known;
}
