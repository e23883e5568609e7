/** Refusals of the rules about messages, streams, users and bots, with BAD_REQUEST (docs/api.md, Errors). */
import { bad, joining, privately, type Row, refusalTables, sent, subscriptions } from '../support/refusal-table.ts';

const rules: readonly Row[] = [
  ['message type', ({ member }) => member.post('/messages', sent({ type: 'public' })), bad('Invalid message type')],
  [
    'blank content',
    ({ member }) => member.post('/messages', sent({ content: ' \n' })),
    bad('Message must not be empty'),
  ],
  [
    'null byte',
    ({ member }) => member.post('/messages', sent({ content: 'a\0b' })),
    bad('Message must not contain null bytes'),
  ],
  ['blank topic', ({ member }) => member.post('/messages', sent({ topic: '  ' })), bad("Topic can't be empty")],
  ['no stream', ({ member }) => member.post('/messages', sent({ to: undefined })), bad('Missing stream')],
  ['no topic', ({ member }) => member.post('/messages', sent({ topic: undefined })), bad('Missing topic')],
  [
    'no recipient',
    ({ member }) => member.post('/messages', sent({ type: 'private', to: undefined })),
    bad('Message must have recipients'),
  ],
  ['no recipients', ({ member }) => member.post('/messages', privately([])), bad('Message must have recipients')],
  [
    'mixed recipients',
    ({ member }) => member.post('/messages', privately([1, 'a@b.c'])),
    bad('Recipient lists may contain emails or user IDs, but not both.'),
  ],
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
    'scheduling',
    ({ member }) => member.post('/messages', sent({ deliver_at: '2030-01-01' })),
    bad('deliver_at requires delivery_type send_later or remind'),
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

refusalTables({ rules });
