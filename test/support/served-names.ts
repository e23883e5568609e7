/** Events contain the names and addresses of people at the time of serving. */
import type { Loose } from './client.ts';

const named = ['full_name', 'sender_full_name', 'email', 'sender_email', 'avatar_url'];
const addressed = ['email', 'new_email', 'avatar_url', 'avatar_url_medium', 'avatar_source', 'avatar_version'];
const joined: Readonly<Record<string, readonly string[]>> = {
  message: named,
  reaction: named,
  presence: named,
  typing: named,
  realm_user: addressed,
  subscription: addressed,
  update_display_settings: ['user'],
  update_global_notifications: ['user'],
};

/** The event without the names and addresses that were joined with it when it was served, and without an order of people by address. */
export function withoutServedNames(event: Loose): unknown {
  const keys = [...(joined[String(event.type)] ?? []), ...(String(event.op) === 'remove' ? ['full_name'] : [])];
  return JSON.parse(
    JSON.stringify(event, (key, value: unknown) => {
      if (key === 'display_recipient' && Array.isArray(value)) return value.toSorted((a, b) => a.id - b.id);
      return keys.includes(key) ? undefined : value;
    }),
  );
}
