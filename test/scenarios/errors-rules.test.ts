/** Refusals of the rules about messages, streams, users and bots, with BAD_REQUEST (docs/api.md, Errors). */
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
  [
    'stream for administrators',
    ({ spare }) => spare.post('/messages', sent({ to: 'news' })),
    bad('Only organization administrators can send to this stream.'),
  ],
  ['blank stream name', ({ member }) => member.post(subscriptions, joining(' ')), bad("Invalid stream name ''")],
  [
    'stream name too long',
    ({ member }) => member.post(subscriptions, joining('x'.repeat(61))),
    bad('Stream name too long (limit: 60 characters).'),
  ],
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
    'notification sound',
    ({ member }) => member.patch('/settings/notifications', { notification_sound: 'moo' }),
    bad("Invalid notification sound 'moo'"),
  ],
  [
    'propagate_mode',
    ({ member }) => member.patch('/messages/1', { topic: 'x', propagate_mode: 'some' }),
    bad('Invalid propagate_mode'),
  ],
  [
    'last_event_id beyond the end',
    async ({ member }) =>
      member.get('/events', {
        queue_id: (await member.post('/register')).body.queue_id,
        last_event_id: Number.MAX_SAFE_INTEGER,
      }),
    bad('last_event_id is beyond the newest event'),
  ],
  [
    'a name with a forbidden character',
    ({ admin, spare }) => admin.patch(`/users/${spare.account.user_id}`, { full_name: 'a@b' }),
    bad('Invalid characters in name!'),
  ],
  ['unknown bot', ({ member }) => member.delete('/bots/4711'), bad('No such bot')],
  [
    "another user's bot",
    ({ spare, bot }) => spare.delete(`/bots/${bot.account.user_id}`),
    bad('Insufficient permission'),
  ],
  [
    'guests cannot create bots',
    ({ guest }) => guest.post('/bots', { full_name: 'My Bot', short_name: 'mine' }),
    bad('Not allowed for guest users'),
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
