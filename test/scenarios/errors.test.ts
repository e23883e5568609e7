/** Every error code, and errors without a code (docs/api.md, Errors). */
import { succeeded } from '../support/expect-answer.ts';
import {
  bad,
  joining,
  listing,
  muted,
  noStream,
  privately,
  type Row,
  refusalTables,
  sent,
  subscriptions,
} from '../support/refusal-table.ts';

const coded: readonly Row[] = [
  ['invalid message ID', ({ admin }) => admin.delete('/messages/4711'), bad('Invalid message(s)')],
  ['invalid message ID, history', ({ admin }) => admin.get('/messages/4711/history'), bad('Invalid message(s)')],
  [
    'unknown private recipient',
    ({ member }) => member.post('/messages', privately(['x@y.z'])),
    bad("Invalid email 'x@y.z'"),
  ],
  [
    'unknown private recipient, by id',
    ({ member }) => member.post('/messages', privately([4711])),
    bad('Invalid user ID 4711'),
  ],
  [
    'no permission to delete a message',
    async ({ member }) => member.delete(`/messages/${succeeded(await member.post('/messages', sent({}))).id}`),
    bad("You don't have permission to delete this message"),
  ],
  [
    'non-administrator using include_all_active',
    ({ member }) => member.get('/streams', { include_all_active: true }),
    bad('User not authorized for this query'),
  ],
  [
    'a guest made an administrator',
    ({ owner, guest }) => owner.patch(`/users/${guest.account.user_id}`, { role: 200 }),
    bad('Guests cannot be organization administrators'),
  ],
  [
    'unsubscribing from an unknown stream',
    ({ member }) => member.delete(subscriptions, { subscriptions: ['x'] }),
    noStream('x'),
  ],
  ['sending to an unknown stream', ({ member }) => member.post('/messages', sent({ to: 'x' })), noStream('x')],
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
    'polling an unknown queue',
    ({ member }) => member.get('/events', { queue_id: '1:2' }),
    { code: 'BAD_EVENT_QUEUE_ID', msg: 'Bad event queue id: 1:2', queue_id: '1:2' },
  ],
  [
    'deleting an unknown queue',
    ({ member }) => member.delete('/events', { queue_id: '1:2' }),
    { code: 'BAD_EVENT_QUEUE_ID', msg: 'Bad event queue id: 1:2', queue_id: '1:2' },
  ],
  [
    'subscribing to an inaccessible private stream with authorization_errors_fatal true',
    ({ spare }) => spare.post(subscriptions, joining('shut')),
    { msg: 'Unable to access stream (shut).' },
  ],
  [
    'topic already muted',
    ({ member }) => member.patch(muted, { stream: 'general', topic: 'muted', op: 'add' }),
    { msg: 'Topic already muted' },
  ],
  [
    'topic not muted',
    ({ member }) => member.patch(muted, { stream: 'general', topic: 'heard', op: 'remove' }),
    { msg: 'Topic is not muted' },
  ],
];

const codeless: readonly Row[] = [
  [
    'too many messages requested',
    ({ member }) => member.get('/messages', listing({ num_before: 5001 })),
    { msg: 'Too many messages requested (maximum 5000).' },
  ],
  [
    'unsubscribing other users',
    ({ member, spare }) =>
      member.delete(subscriptions, { subscriptions: ['general'], principals: [spare.account.user_id] }),
    { msg: 'This action requires administrative rights' },
  ],
  [
    'nothing to add or delete',
    ({ member }) => member.patch(subscriptions, {}),
    { msg: 'Nothing to do. Specify at least one of "add" or "delete".' },
  ],
  [
    'an edit without changes',
    async ({ member }) => member.patch(`/messages/${succeeded(await member.post('/messages', sent({}))).id}`, {}),
    { msg: 'Nothing to change' },
  ],
  [
    'propagate_mode without a topic',
    ({ member }) => member.patch('/messages/1', { content: 'x', propagate_mode: 'change_all' }),
    { msg: 'Invalid propagate_mode without topic edit' },
  ],
  [
    'unknown property',
    ({ member }) =>
      member.post(`${subscriptions}/properties`, { subscription_data: [{ stream_id: 1, property: 'x', value: true }] }),
    { msg: 'Unknown subscription property: x' },
  ],
  [
    'not subscribed',
    ({ member }) =>
      member.post(`${subscriptions}/properties`, {
        subscription_data: [{ stream_id: 4711, property: 'is_muted', value: true }],
      }),
    { msg: 'Not subscribed to stream id 4711' },
  ],
  [
    "another's queue deleted",
    async ({ member, spare }) => spare.delete('/events', { queue_id: (await member.post('/register')).body.queue_id }),
    { msg: 'You are not authorized to access this queue' },
  ],
  [
    'a bot creates a bot',
    ({ bot }) => bot.post('/bots', { full_name: 'My Bot', short_name: 'mine' }),
    { msg: 'This endpoint does not accept bot requests.' },
  ],
  [
    'a bot with a name in use',
    ({ member }) => member.post('/bots', { full_name: 'Another', short_name: 'helper' }),
    { msg: 'Username already in use' },
  ],
  [
    'the only owner',
    ({ owner }) => owner.patch(`/users/${owner.account.user_id}`, { role: 400 }),
    { msg: 'The owner permission cannot be removed from the only organization owner.' },
  ],
];

refusalTables({ 'with a code': coded, 'without a code': codeless });
