/** Refusals of the rules about messages, streams, users and bots that no scenario of an endpoint or a state has (docs/api.md, Errors). */
import { bad, joining, privately, type Row, refusalTables, sent, subscriptions } from '../support/refusal-table.ts';

const rules: readonly Row[] = [
  [
    'private stream, not subscribed',
    ({ admin }) => admin.post('/messages', sent({ to: 'shut' })),
    bad("Not authorized to send to stream 'shut'"),
  ],
  [
    'private stream by a guessed id: the answer does not contain its name',
    ({ admin }) => admin.post('/messages', sent({ to: 2 })),
    bad("Not authorized to send to stream '2'"),
  ],
  ['blank stream name', ({ member }) => member.post(subscriptions, joining(' ')), bad("Invalid stream name ''")],
  [
    'guests cannot subscribe users',
    ({ guest }) => guest.post(subscriptions, joining('general')),
    bad('Not allowed for guest users'),
  ],
  [
    'only owners set a retention',
    ({ admin }) => admin.post(subscriptions, joining('n', { message_retention_days: 3 })),
    bad('User cannot create stream with this settings.'),
  ],
  [
    'propagate_mode',
    ({ member }) => member.patch('/messages/1', { topic: 'x', propagate_mode: 'some' }),
    bad('Invalid propagate_mode'),
  ],
  [
    'a name with a forbidden character',
    ({ admin, spare }) => admin.patch(`/users/${spare.account.user_id}`, { full_name: 'a@b' }),
    bad('Invalid characters in name!'),
  ],
  [
    'unknown private recipient, by id',
    ({ member }) => member.post('/messages', privately([4711])),
    bad('Invalid user ID 4711'),
  ],
  [
    'sending to an unknown stream, by id',
    ({ member }) => member.post('/messages', sent({ to: 4711 })),
    {
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Stream with ID '4711' does not exist",
      stream_id: 4711,
      stream: '4711',
    },
  ],
  [
    'nothing to add or delete',
    ({ member }) => member.patch(subscriptions, {}),
    { msg: 'Nothing to do. Specify at least one of "add" or "delete".' },
  ],
  [
    'propagate_mode without a topic',
    ({ member }) => member.patch('/messages/1', { content: 'x', propagate_mode: 'change_all' }),
    { msg: 'Invalid propagate_mode without topic edit' },
  ],
];

const sending = (
  [
    ['message type', sent({ type: 'public' }), 'Invalid message type'],
    ['blank content', sent({ content: ' \n' }), 'Message must not be empty'],
    ['null byte', sent({ content: 'a\0b' }), 'Message must not contain null bytes'],
    ['blank topic', sent({ topic: '  ' }), "Topic can't be empty"],
    ['no stream', sent({ to: undefined }), 'Missing stream'],
    ['no topic', sent({ topic: undefined }), 'Missing topic'],
    ['no recipient', privately(undefined), 'Message must have recipients'],
    ['no recipients', privately([]), 'Message must have recipients'],
    ['mixed recipients', privately([1, 'a@b.c']), 'Recipient lists may contain emails or user IDs, but not both.'],
    ['scheduling', sent({ deliver_at: '2030-01-01' }), 'deliver_at requires delivery_type send_later or remind'],
  ] as const
).map(([name, message, msg]): Row => [name, ({ member }) => member.post('/messages', message), bad(msg)]);

refusalTables({ sending, rules });
