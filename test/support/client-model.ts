/**
 * A model of a client. It keeps the state of its registration up to date by the events that follow, as real clients do, and has no other
 * source. Tests check that registration + events = later registration.
 */
import { type Applies, type ClientState, changed, type Row, rows, type Self } from './client-state.ts';
import { stream, subscription } from './client-streams.ts';
import { withUnread } from './client-unread.ts';

/**
 * The state after the events, which are applied in order. The lists have the order of registrations. An event type may have either of
 * its names. Unknown types are ignored.
 */
export function applyEvents(registered: ClientState, events: readonly Row[], self: Self): ClientState {
  const state: Record<string, unknown> = { ...registered };
  for (const event of events) {
    Object.assign(state, appliers[String(event.type)]?.(state, event, self));
    Object.assign(state, withUnread(state, event, self));
  }
  return inOrder({ ...state, ...ownRights(state, self) });
}

const people = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'];

const realmUser: Applies = (state, event, self) => {
  const person = event.person as Row;
  const isThey = (row: Row): boolean => row.user_id === person.user_id;
  switch (event.op) {
    case 'add': {
      const { is_active: _, ...row } = person;
      const [own, shown] = person.is_cross_realm_bot ? ['cross_realm_bots', person] : ['realm_users', row];
      return {
        ...changed(state, people, (list) => list.filter((one) => !isThey(one))),
        ...changed(state, [own], (list) => [...list.filter((one) => !isThey(one)), shown]),
      };
    }
    case 'remove': {
      const gone = (rows(state, 'realm_users') ?? []).filter(isThey);
      return {
        ...changed(state, ['realm_users'], (list) => list.filter((row) => !isThey(row))),
        ...changed(state, ['realm_non_active_users'], (list) => [...list, ...gone]),
      };
    }
    case 'update':
      return {
        ...readdressed(state, person),
        ...changed(state, people, (list) =>
          list.map((row) => (isThey(row) ? { ...row, ...newsOf(row, person) } : row)),
        ),
        ...(person.user_id === self.userId ? ownNews(state, person) : {}),
      };
    default:
      return {};
  }
};

const rights = (role: unknown): Row => ({
  is_owner: role === 100,
  is_admin: role === 100 || role === 200,
  is_guest: role === 600,
});

function newsOf(
  row: Row,
  { user_id: _, role, custom_profile_field: field, avatar_source: _s, avatar_url_medium: _m, new_email, ...rest }: Row,
): Row {
  const profile = field === undefined ? {} : { profile_data: profileWith(row.profile_data as Row, field as Row) };
  const address = new_email === undefined ? {} : { email: new_email };
  return { ...rest, ...address, ...(role === undefined ? {} : rights(role)), ...profile };
}

/** The presences are keyed by address. */
function readdressed(state: ClientState, { user_id: id, new_email: address }: Row): ClientState {
  if (address === undefined || !('presences' in state)) return {};
  const everybody = people.flatMap((name) => rows(state, name) ?? []);
  const before = String(everybody.find((row) => row.user_id === id)?.email);
  const { [before]: theirs, ...others } = state.presences as Row;
  return { presences: theirs === undefined ? others : { ...others, [String(address)]: theirs } };
}

/** Removes a field without a value. */
function profileWith(profile: Row = {}, { id, ...entry }: Row): Row {
  const { [String(id)]: _, ...others } = profile;
  return entry.value === null ? others : { ...others, [String(id)]: entry };
}

/** The fields about the user. */
function ownNews(state: ClientState, person: Row): ClientState {
  const news: Record<string, unknown> = {};
  if ('full_name' in person && 'full_name' in state) news.full_name = person.full_name;
  if ('new_email' in person && 'email' in state) news.email = person.new_email;
  if ('avatar_source' in person && 'avatar_source' in state) {
    const { avatar_source, avatar_url_medium } = person;
    // A client that gets no addresses of gravatars computes them.
    const avatar_url = person.avatar_url ?? String(avatar_url_medium).replace('&s=500', '');
    Object.assign(news, { avatar_source, avatar_url, avatar_url_medium });
  }
  if ('role' in person && 'is_admin' in state) Object.assign(news, rights(person.role));
  return news;
}

/** What the policies of the organization allow. A bot may do what its owner may do. All accounts of tests are new. */
function ownRights(state: ClientState, { userId }: Self): ClientState {
  const everybody = [...(rows(state, 'realm_users') ?? []), ...(rows(state, 'realm_non_active_users') ?? [])];
  const own = everybody.find((row) => row.user_id === userId);
  if (!own || !('realm_create_stream_policy' in state)) return {};
  const speaker = everybody.find((row) => row.user_id === own.bot_owner_id) ?? own;
  const admitted = (policy: unknown): boolean => {
    if (own.is_guest || speaker.is_guest) return false;
    return speaker.is_admin === true || policy === 1 || (policy === 3 && state.realm_waiting_period_threshold === 0);
  };
  return {
    can_create_streams: admitted(state.realm_create_stream_policy),
    can_subscribe_other_users: admitted(state.realm_invite_to_stream_policy),
  };
}

const realmBot: Applies = (state, event) => {
  const bot = event.bot as Row;
  const isIt = (row: Row): boolean => row.user_id === bot.user_id;
  const edited = (change: Row): ClientState =>
    changed(state, ['realm_bots'], (list) => list.map((row) => (isIt(row) ? { ...row, ...change } : row)));
  switch (event.op) {
    case 'add':
      return changed(state, ['realm_bots'], (list) => [...list.filter((row) => !isIt(row)), bot]);
    case 'remove':
      return edited({ is_active: false });
    case 'delete':
      return changed(state, ['realm_bots'], (list) => list.filter((row) => !isIt(row)));
    case 'update':
      return edited(bot);
    default:
      return {};
  }
};

/** Removes the values of a profile field that was deleted. */
const profileFields: Applies = (state, event) => {
  const left = new Set((event.fields as Row[]).map((field) => String(field.id)));
  return {
    ...(state.custom_profile_fields ? { custom_profile_fields: event.fields } : {}),
    ...changed(state, people, (list) =>
      list.map((row) => {
        if (row.profile_data === undefined) return row;
        const kept = Object.entries(row.profile_data as Row).filter(([id]) => left.has(id));
        return { ...row, profile_data: Object.fromEntries(kept) };
      }),
    ),
  };
};

const userGroup: Applies = (state, event) => {
  const key = ['realm_user_groups'];
  const edited = (how: (group: Row) => Row): ClientState =>
    changed(state, key, (list) => list.map((row) => (row.id === event.group_id ? how(row) : row)));
  const userIds = (event.user_ids ?? []) as number[];
  switch (event.op) {
    case 'add':
      return changed(state, key, (list) => [...list, event.group as Row]);
    case 'remove':
      return changed(state, key, (list) => list.filter(({ id }) => id !== event.group_id));
    case 'update':
      return edited((row) => ({ ...row, ...(event.data as Row) }));
    case 'add_members':
      return edited((row) => ({ ...row, members: [...(row.members as number[]), ...userIds].sort((a, b) => a - b) }));
    case 'remove_members':
      return edited((row) => ({ ...row, members: (row.members as number[]).filter((id) => !userIds.includes(id)) }));
    default:
      return {};
  }
};

const realmDomains: Applies = (state, event) => {
  const domain = event.op === 'remove' ? event.domain : (event.realm_domain as Row).domain;
  return changed(state, ['realm_domains'], (list) => {
    if (event.op === 'add') return [...list, event.realm_domain as Row];
    if (event.op === 'remove') return list.filter((row) => row.domain !== domain);
    return list.map((row) => (row.domain === domain ? (event.realm_domain as Row) : row));
  });
};

/** Replaces one value of the state, if the client keeps it. */
const replacing =
  (key: (event: Row) => string, value: (event: Row) => unknown): Applies =>
  (state, event) =>
    key(event) in state ? { [key(event)]: value(event) } : {};

/** The fields that an event has. */
const changedOf = (fields: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A client has not seen all older messages: without the newest one it does not know which one that is. */
const forgetNewest: Applies = (state) => ('max_message_id' in state ? { max_message_id: null } : {});

const appliers: Readonly<Record<string, Applies>> = {
  stream,
  subscription,
  subscriptions: subscription,
  realm_user: realmUser,
  realm_bot: realmBot,
  user_group: userGroup,
  realm_domains: realmDomains,
  custom_profile_fields: profileFields,
  realm_filters: replacing(
    () => 'realm_filters',
    (event) => event.realm_filters,
  ),
  realm_emoji: replacing(
    () => 'realm_emoji',
    (event) => event.realm_emoji,
  ),
  user_status: (state, { user_id, away, status_text }) => {
    if (!('user_status' in state)) return {};
    const { [String(user_id)]: before, ...others } = state.user_status as Record<string, Row>;
    const status = { away: before?.away, status_text: before?.status_text, ...changedOf({ away, status_text }) };
    const kept = Object.fromEntries(Object.entries(status).filter(([, value]) => Boolean(value)));
    return { user_status: Object.keys(kept).length > 0 ? { ...others, [String(user_id)]: kept } : others };
  },
  presence: (state, { email, presence }) => {
    if (!('presences' in state)) return {};
    const presences = state.presences as Row;
    const theirs = presences[String(email)] as Row | undefined;
    return { presences: { ...presences, [String(email)]: { ...theirs, ...(presence as Row) } } };
  },
  alert_words: replacing(
    () => 'alert_words',
    (event) => event.alert_words,
  ),
  muted_topics: replacing(
    () => 'muted_topics',
    (event) => event.muted_topics,
  ),
  default_streams: replacing(
    () => 'realm_default_streams',
    (event) => event.default_streams,
  ),
  default_stream_groups: replacing(
    () => 'realm_default_stream_groups',
    (event) => event.default_stream_groups,
  ),
  update_display_settings: replacing(
    (event) => String(event.setting_name),
    (event) => event.setting,
  ),
  update_global_notifications: replacing(
    (event) => String(event.notification_name),
    (event) => event.setting,
  ),
  realm: (state, event) => {
    const news = event.op === 'update_dict' ? (event.data as Row) : { [String(event.property)]: event.value };
    const own = Object.entries(news).map(([property, value]) => [`realm_${property}`, value] as const);
    return Object.fromEntries(own.filter(([key]) => key in state));
  },
  /** The newest received message. It is null if the client cannot know it, until the next message arrives. */
  message: (state, event) =>
    'max_message_id' in state
      ? { max_message_id: Math.max(Number(state.max_message_id), Number((event.message as Row).id)) }
      : {},
  delete_message: forgetNewest,
  message_deleted: forgetNewest,
  update_message: (state, event, self) => ('new_stream_id' in event ? forgetNewest(state, event, self) : {}),
};

/** The order of lists in a registration: streams by name without regard to case, people by id, subscribers by id. */
const byName = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed', 'realm_default_streams'];
const byId = ['realm_users', 'realm_non_active_users', 'cross_realm_bots', 'realm_bots'];

export const inOrder = (state: ClientState): ClientState => ({
  ...state,
  ...changed(state, byName, (list) => list.map(withSubscribersInOrder).sort((a, b) => compareNames(a, b))),
  ...changed(state, byId, (list) => [...list].sort((a, b) => Number(a.user_id) - Number(b.user_id))),
});

function withSubscribersInOrder(row: Row): Row {
  const { subscribers } = row as { subscribers?: readonly number[] };
  return subscribers ? { ...row, subscribers: subscribers.toSorted((a, b) => a - b) } : row;
}

const compareNames = (a: Row, b: Row): number => Buffer.compare(folded(a), folded(b));

const folded = ({ name }: Row): Buffer => Buffer.from(String(name).toLowerCase());
