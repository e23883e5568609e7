/** Typing notices in private conversations: those of others, and those that the page sends for the visitor. */
import { signal } from '@preact/signals';
import type { Event } from 'verbatim/client';
import { liveClient } from '../api/connection.ts';
import { me } from './organization.ts';
import { keyOfPeople } from './unread.ts';

/** For each conversation, who is typing, and when the notice expires. */
export const typists = signal<ReadonlyMap<string, ReadonlyMap<number, number>>>(new Map());

/** A notice of typing ends after this time, because a client that was closed sends no end. */
const holdsMs = 15_000;
const repeatMs = 10_000;
const restMs = 5_000;

let expiry: ReturnType<typeof setTimeout> | undefined;

export function handleTyping({ op, sender, recipients }: Event & { readonly type: 'typing' }): void {
  if (sender.user_id === me.peek()) return;
  const others = recipients.map(({ user_id: id }) => id).filter((id) => id !== me.peek());
  note(keyOfPeople(others), sender.user_id, op === 'start' ? Date.now() + holdsMs : undefined);
}

/** The message has arrived, so its sender is not typing any more. */
export const endTyping = (others: readonly number[], sender: number): void =>
  note(keyOfPeople(others), sender, undefined);

function note(key: string, sender: number, until: number | undefined): void {
  const { value: before } = typists;
  if (until === undefined && !before.get(key)?.has(sender)) return;
  const row = new Map(before.get(key));
  if (until === undefined) row.delete(sender);
  else row.set(sender, until);
  const next = new Map(before);
  if (row.size > 0) next.set(key, row);
  else next.delete(key);
  typists.value = next;
  expireLater();
}

function expireLater(): void {
  clearTimeout(expiry);
  const all = [...typists.peek()].flatMap(([key, row]) => [...row].map(([id, until]) => ({ key, id, until })));
  const [first] = all.sort((a, b) => a.until - b.until);
  if (first) expiry = setTimeout(() => note(first.key, first.id, undefined), first.until - Date.now());
}

/** The last notice that was sent. */
let lastSent: { readonly ids: readonly number[]; readonly at: number } | undefined;
let rest: ReturnType<typeof setTimeout> | undefined;

function sendNotice(op: 'start' | 'stop', ids: readonly number[]): void {
  const post = async (): Promise<unknown> => liveClient.peek().post('/typing', { op, to: ids });
  // A lost notice does no harm, because notices expire.
  post().catch(() => undefined);
}

/** The visitor types a message to these people. A notice is sent at once and repeated every ten seconds. */
export function typed(ids: readonly number[]): void {
  if (lastSent && keyOfPeople(lastSent.ids) !== keyOfPeople(ids)) stopped();
  if (ids.length === 0) return;
  if (!lastSent || Date.now() - lastSent.at > repeatMs) {
    lastSent = { ids, at: Date.now() };
    sendNotice('start', ids);
  }
  clearTimeout(rest);
  rest = setTimeout(stopped, restMs);
}

/** The visitor stopped typing. */
export function stopped(): void {
  clearTimeout(rest);
  if (lastSent) sendNotice('stop', lastSent.ids);
  lastSent = undefined;
}

/** The message was sent. No notice is needed, because the message itself ends the typing. */
export function messageSent(): void {
  clearTimeout(rest);
  lastSent = undefined;
}
