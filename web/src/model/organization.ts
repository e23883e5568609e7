/** The organization as the visitor sees it: people, streams, subscriptions, settings. Registrations and events update it. */
import { computed, signal } from '@preact/signals';
import type { Event } from 'verbatim/client';
import type { Listed, Person, Registered, Stream, Subscription } from '../api/types.ts';

export const realmName = signal('');
/** The id of the signed-in user. */
export const me = signal(0);
export const people = signal<ReadonlyMap<number, Person>>(new Map());
/** People whose accounts were deactivated. Their names stay on what they wrote. */
export const departed = signal<ReadonlySet<number>>(new Set());
/** Who can be written to and mentioned, by name. */
export const addressees = computed(() =>
  [...people.value.values()]
    .filter(({ user_id: id }) => !departed.value.has(id))
    .sort((a, b) => a.full_name.localeCompare(b.full_name)),
);
/** Streams that the visitor can see, subscribed or not. */
export const streams = signal<ReadonlyMap<number, Stream>>(new Map());
export const subscriptions = signal<ReadonlyMap<number, Subscription>>(new Map());
export const mutedTopics = signal<ReadonlySet<string>>(new Set());
export const settings = signal<Partial<Registered>>({});

/** Whether the visitor is an auditor. No event reports it, so it is fetched with each registration. */
export const isAuditor = signal(false);
export const mayAudit = computed(() => isAuditor.value || myself.value?.is_owner === true);
export const myself = computed(() => people.value.get(me.value));
export const personName = (id: number): string => people.value.get(id)?.full_name ?? `User ${id}`;
/** `others`: the other participants of a private conversation. */
export const peopleWords = (others: readonly number[]): string =>
  others.length > 0 ? others.map(personName).join(', ') : 'Notes to yourself';
/** Names of streams that are gone, or cannot be read any more. Earlier messages still show them. */
export const formerNames = signal<ReadonlyMap<number, string>>(new Map());
export const streamName = (id: number): string =>
  streams.value.get(id)?.name ?? formerNames.value.get(id) ?? `stream ${id}`;
export const streamColor = (id: number): string => subscriptions.value.get(id)?.color ?? '#8a8f8c';
export const isStreamMuted = (id: number): boolean => subscriptions.value.get(id)?.is_muted === true;
export const isTopicMuted = (streamId: number, topic: string): boolean =>
  mutedTopics.value.has(mutedKey(streamName(streamId), topic));
export const isMuted = (streamId: number, topic: string): boolean =>
  isStreamMuted(streamId) || isTopicMuted(streamId, topic);
const mutedKey = (stream: string, topic: string): string => `${stream}\n${topic}`.toLowerCase();

const byId = <T>(rows: readonly T[] | undefined, id: (row: T) => number): Map<number, T> =>
  new Map((rows ?? []).map((row) => [id(row), row]));

/** Replaces everything with the state of a registration. */
export function learn(state: Registered): void {
  me.value = state.user_id ?? 0;
  realmName.value = state.realm_name ?? 'Verbatim';
  settings.value = state;
  people.value = byId<Person>(
    [...(state.cross_realm_bots ?? []), ...(state.realm_non_active_users ?? []), ...(state.realm_users ?? [])],
    (person) => person.user_id,
  );
  departed.value = new Set((state.realm_non_active_users ?? []).map(({ user_id: id }) => id));
  subscriptions.value = byId(state.subscriptions, (row) => row.stream_id);
  streams.value = byId<Stream>(
    [...(state.never_subscribed ?? []), ...(state.unsubscribed ?? []), ...(state.subscriptions ?? [])],
    (row) => row.stream_id,
  );
  mutedTopics.value = new Set((state.muted_topics ?? []).map(([stream, topic]) => mutedKey(stream, topic)));
}

/** Learns the names of streams that are known from messages only. */
export function learnNames(messages: readonly Listed[]): void {
  for (const { stream_id: id, display_recipient: name } of messages)
    if (id !== undefined && typeof name === 'string' && !streams.peek().has(id) && !formerNames.peek().has(id))
      formerNames.value = new Map(formerNames.value).set(id, name);
}

const withRow = <K, V>(rows: ReadonlyMap<K, V>, key: K, value: V): Map<K, V> => new Map(rows).set(key, value);
const without = <K, V>(rows: ReadonlyMap<K, V>, keys: readonly K[]): Map<K, V> => {
  const left = new Map(rows);
  for (const key of keys) left.delete(key);
  return left;
};

/** What events do to the model, by their types. */
export type Handlers = { readonly [T in Event['type']]?: (event: Event & { readonly type: T }) => void };

export const ofOrganization = {
  realm_user: handlePerson,
  stream: handleStream,
  subscription: handleSubscription,
  muted_topics(event) {
    mutedTopics.value = new Set(event.muted_topics.map(([stream, topic]) => mutedKey(stream, topic)));
  },
  realm(event) {
    if (event.op === 'update' && event.property === 'name') realmName.value = String(event.value);
    handleSettings(event.op === 'update' ? { [event.property]: event.value } : event.data);
  },
  alert_words(event) {
    settings.value = { ...settings.value, alert_words: event.alert_words };
  },
  update_global_notifications(event) {
    settings.value = { ...settings.value, [event.notification_name]: event.setting };
  },
} satisfies Handlers;

function handleSettings(changed: Readonly<Record<string, unknown>>): void {
  const named = Object.entries(changed).map(([name, value]) => [`realm_${name}`, value] as const);
  settings.value = { ...settings.value, ...Object.fromEntries(named) };
}

/** Events name the role only. */
const rightsOf = (role: number) => ({ is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 });

function handlePerson(event: Event & { readonly type: 'realm_user' }): void {
  const { person } = event;
  if (event.op === 'add') people.value = withRow(people.value, person.user_id, event.person);
  if (event.op !== 'update') {
    const gone = new Set(departed.value);
    if (event.op === 'add') gone.delete(person.user_id);
    else gone.add(person.user_id);
    departed.value = gone;
  }
  const known = people.value.get(person.user_id);
  if (event.op === 'update' && known)
    people.value = withRow(people.value, person.user_id, {
      ...known,
      ...event.person,
      ...(event.person.role !== undefined && rightsOf(event.person.role)),
    } as Person);
}

function handleStream(event: Event & { readonly type: 'stream' }): void {
  if (event.op === 'create')
    streams.value = new Map([...streams.value, ...byId<Stream>(event.streams, (row) => row.stream_id)]);
  else if (event.op === 'delete') {
    formerNames.value = new Map([
      ...formerNames.value,
      ...event.streams.map((row) => [row.stream_id, row.name] as const),
    ]);
    streams.value = without(
      streams.value,
      event.streams.map(({ stream_id: id }) => id),
    );
  } else if (event.op === 'update') {
    const change = { [event.property]: event.value };
    const stream = streams.value.get(event.stream_id);
    const subscription = subscriptions.value.get(event.stream_id);
    if (stream) streams.value = withRow(streams.value, event.stream_id, { ...stream, ...change });
    if (subscription)
      subscriptions.value = withRow(subscriptions.value, event.stream_id, { ...subscription, ...change });
  }
}

function handleSubscription(event: Event & { readonly type: 'subscription' }): void {
  if (event.op === 'add') {
    const added = byId(event.subscriptions, (row) => row.stream_id);
    subscriptions.value = new Map([...subscriptions.value, ...added]);
    streams.value = new Map<number, Stream>([...streams.value, ...added]);
  } else if (event.op === 'remove')
    subscriptions.value = without(
      subscriptions.value,
      event.subscriptions.map(({ stream_id: id }) => id),
    );
  else if (event.op === 'update') {
    const known = subscriptions.value.get(event.stream_id);
    // Events name the opposite of `is_muted`.
    const { property, value } = event;
    const change = property === 'in_home_view' ? { is_muted: !value } : { [property]: value };
    if (known) subscriptions.value = withRow(subscriptions.value, event.stream_id, { ...known, ...change });
  }
}
