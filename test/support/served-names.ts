/** People are named as they are called when an event is served; an event about them says how they were called after it. */
import type { Loose } from './client.ts';

const names = new Set(['full_name', 'sender_full_name', 'avatar_url', 'email', 'sender_email']);

/** The event without the names and addresses that were joined with it when it was served. */
export const withoutServedNames = (event: Loose): unknown =>
  ['message', 'reaction', 'presence'].includes(String(event.type)) || String(event.op) === 'remove'
    ? JSON.parse(JSON.stringify(event, (key, value: unknown) => (names.has(key) ? undefined : value)))
    : event;
