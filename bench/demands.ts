/** The most expensive requests that the limits allow, by name. Each can be repeated. */
import { limits } from '../src/vocabulary/limits.ts';
import { kinds } from './hard-texts.ts';
import { proses } from './prose.ts';

export type Demand = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** `run`: a number that no earlier request of this demand had. */
  readonly form: (run: number) => Readonly<Record<string, string>>;
};

type Parameters = Readonly<Record<string, unknown>>;

/** Values that are not strings are sent as JSON. */
const formOf = (parameters: Parameters): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

const demand = (name: string, method: Demand['method'], path: string, parameters: Parameters = {}): Demand => {
  const form = formOf(parameters);
  return { name, method, path, form: () => form };
};

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** A narrow of as many searches as are allowed. */
const searches = (operand: (at: number) => string, negated: boolean) =>
  many(99, (at) => ({ operator: 'search', operand: operand(at), negated }));

const newest = { anchor: 'newest', num_before: 5_000, num_after: 0 };
/** A word of the texts that the history is made of. */
const [frequent = ''] = proses(1)[0]?.split(' ') ?? [];
const longText = kinds.find(({ name }) => name === 'short words')?.make(1) ?? '';

/** `ids`: ids of messages. */
export const demands = (ids: readonly number[]): Demand[] => [
  demand('all messages', 'GET', '/messages', newest),
  demand('without many words', 'GET', '/messages', { ...newest, narrow: searches((at) => `a${at}`, true) }),
  demand('without many phrases', 'GET', '/messages', { ...newest, narrow: searches((at) => `"a b ${at}"`, true) }),
  demand('a long search', 'GET', '/messages', {
    ...newest,
    narrow: searches(() => longText.slice(0, 900), false).slice(0, 9),
  }),
  demand('frequent words', 'GET', '/messages', { ...newest, narrow: [['search', frequent]] }),
  demand('matches of a narrow', 'GET', '/messages/matches_narrow', {
    msg_ids: ids.slice(-900),
    narrow: searches((at) => `a${at}`, true).slice(0, 60),
  }),
  demand('everything at registration', 'POST', '/register', { queue_lifespan_secs: 10 }),
  demand('a narrow queue', 'POST', '/register', {
    queue_lifespan_secs: 10,
    event_types: ['message'],
    fetch_event_types: [],
    narrow: many(20, (at) => ['topic', `${at}${'x'.repeat(50)}`]),
  }),
  demand('all users', 'GET', '/users'),
  demand('all streams', 'GET', '/streams'),
  demand('all topics', 'GET', '/users/me/1/topics'),
  demand('flags of many messages', 'POST', '/messages/flags', { messages: ids, op: 'add', flag: 'starred' }),
  demand('no flags of many messages', 'POST', '/messages/flags', { messages: ids, op: 'remove', flag: 'starred' }),
  demand('all as read', 'POST', '/mark_all_as_read'),
  demand('many subscriptions', 'POST', '/users/me/subscriptions', {
    subscriptions: many(100, (at) => ({ name: `stream ${at}` })),
  }),
  demand('no subscriptions', 'DELETE', '/users/me/subscriptions', { subscriptions: many(100, (at) => `stream ${at}`) }),
  demand('a preview', 'POST', '/messages/render', { content: longText }),
  demand('many names', 'POST', '/messages', Object.fromEntries(many(900, (at) => [`p${at}`, '1']))),
  demand('many items', 'POST', '/messages/flags', { messages: many(150_000, () => 1), op: 'add', flag: 'starred' }),
  demand('wrong items', 'POST', '/messages/flags', { messages: many(19_900, () => 'a'), op: 'add', flag: 'starred' }),
  demand(
    'many blanks',
    'POST',
    '/messages/flags',
    Object.fromEntries(many(900, (at) => [`p${at}`, ' '.repeat(1_100)])),
  ),
  demand('deep lists', 'GET', '/messages', { ...newest, narrow: `${'['.repeat(20_000)}` }),
  demand('most people', 'POST', '/users/me/subscriptions', {
    principals: many(5_000, (at) => `person${at}@dev.example`),
    subscriptions: [{ name: 'general' }],
  }),
  {
    name: 'many new streams',
    method: 'POST',
    path: '/users/me/subscriptions',
    form: (run) =>
      formOf({ subscriptions: many(limits.channelsPerRequestMax, (at) => ({ name: `new ${run} ${at}` })) }),
  },
];
