/** The status, code, msg and further fields for each kind of invalid parameter (docs/api.md, Errors). */
import {
  bad,
  badNarrow,
  badValue,
  joining,
  listing,
  missing,
  muted,
  narrowed,
  noPrincipal,
  type Row,
  refusalTables,
  sent,
  subscriptions,
} from '../support/refusal-table.ts';

const parameters: readonly Row[] = [
  ['missing parameter', ({ member }) => member.post('/messages', { type: 'stream' }), missing('content')],
  ['num_before missing', ({ member }) => member.get('/messages', { anchor: 0 }), missing('num_before')],
  [
    'num_before junk',
    ({ member }) => member.get('/messages', listing({ num_before: 'abc' })),
    badValue('num_before', 'abc'),
  ],
  ['last_event_id junk', ({ member }) => member.get('/events', { last_event_id: 'x' }), badValue('last_event_id', 'x')],
  [
    'message_retention_days junk',
    ({ owner }) => owner.post(subscriptions, joining('n', { message_retention_days: -5 })),
    badValue('message_retention_days', '-5'),
  ],
  [
    'both topic and subject',
    ({ member }) => member.post('/messages', sent({ subject: 't' })),
    {
      code: 'REQUEST_CONFUSING_VAR',
      msg: "Can't decide between 'topic' and 'subject' arguments",
      var_name1: 'topic',
      var_name2: 'subject',
    },
  ],
  [
    'a parameter under its other name: the answer has the name that was sent',
    ({ member }) => member.get('/users', { client_gravatar: 'x' }),
    bad('Argument "client_gravatar" is not valid JSON.'),
  ],
  [
    'a topic as `subject`: the answer has the name that was sent',
    ({ member }) => member.post('/messages', sent({ topic: undefined, subject: 'a\0b' })),
    bad('subject must not contain null bytes'),
  ],
  [
    'operand that is not a string',
    ({ member }) => member.get('/messages', narrowed('topic', 1)),
    bad('elem["operand"] is not a string'),
  ],
  [
    'blank search',
    ({ member }) => member.get('/messages', narrowed('search', ' ')),
    bad('elem["operand"] cannot be blank.'),
  ],
  [
    'unknown principal, by address',
    ({ member }) => member.post(subscriptions, joining('n', { principals: ['x@y.z'] })),
    noPrincipal('x@y.z'),
    403,
  ],
  [
    'unknown principal, by id',
    ({ admin }) => admin.delete(subscriptions, { subscriptions: ['general'], principals: [4711] }),
    noPrincipal('4711'),
    403,
  ],
  [
    'administrators only',
    ({ member }) => member.post('/realm/profile_fields', { name: 'x', field_type: 1 }),
    { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
  ],
  [
    'reported before any other refusal',
    ({ guest }) => guest.post(subscriptions, { subscriptions: [], stream_post_policy: 4 }),
    bad('Invalid stream_post_policy'),
  ],
  [
    'not an integer',
    ({ member }) => member.patch(muted, { stream_id: '"1"', topic: 'x', op: 'add' }),
    bad('stream_id is not an integer'),
  ],
  [
    'missing capability',
    ({ member }) => member.post('/register', { client_capabilities: {} }),
    bad('notification_settings_null key is missing from client_capabilities'),
  ],
];

const narrows = [
  ['stream', 'x', 'unknown stream x'],
  ['sender', 'x', 'unknown user x'],
  ['colour', 'x', 'unknown operator colour'],
  ['is', 'x', "unknown 'is' operand x"],
  ['has', 'x', "unknown 'has' operand x"],
  ['in', 'x', "unknown 'in' operand x"],
  ['streams', 'x', 'unknown streams operand x'],
  ['pm-with', 'x', 'unknown user in x'],
  ['group-pm-with', 'x', 'unknown user x'],
  ['id', 'x', 'Invalid message ID'],
].map(
  ([operator = '', operand, desc = '']): Row => [
    operator,
    ({ member }) => member.get('/messages', narrowed(operator, operand)),
    badNarrow(desc),
  ],
);

const shapes = (
  [
    ['not JSON', { subscriptions: '[' }, 'Argument "subscriptions" is not valid JSON.'],
    ['an empty text instead of JSON', { subscriptions: '' }, 'Argument "subscriptions" is not valid JSON.'],
    ['not a list', { subscriptions: '{}' }, 'subscriptions is not a list'],
    ['not a dict', { subscriptions: [1] }, 'subscriptions[0] is not a dict'],
    ['missing key', { subscriptions: [{}] }, 'name key is missing from subscriptions[0]'],
    ['not a string', { subscriptions: [{ name: 1 }] }, 'subscriptions[0]["name"] is not a string'],
    ['unexpected key', { subscriptions: [{ name: 'n', a: 1, b: 2 }] }, 'Unexpected arguments: a, b'],
    ['not a boolean', joining('n', { invite_only: 'yes' }), 'Argument "invite_only" is not valid JSON.'],
    ['a number instead of a boolean', joining('n', { invite_only: 1 }), 'invite_only is not a boolean'],
    ['outside an enumeration', joining('n', { stream_post_policy: 4 }), 'Invalid stream_post_policy'],
    ['a mixed list', joining('n', { principals: [1, 'x'] }), 'principals[1] is not an integer'],
  ] as const
).map(([name, sent, msg]): Row => [name, ({ member }) => member.post(subscriptions, sent), bad(msg)]);

const narrowsOfQueues = (
  [
    ['an unsupported operator', ['has', 'link'], 'Operator has not supported.'],
    ['an unknown state', ['is', 'privat'], 'Operand privat not supported.'],
    ['a wrong shape', ['stream'], 'narrow[0] should have exactly 2 items'],
  ] as const
).map(([name, term, msg]): Row => [name, ({ member }) => member.post('/register', { narrow: [term] }), bad(msg)]);

refusalTables({ parameters, 'a narrow': narrows, shapes, 'a narrow of a queue': narrowsOfQueues });
