/** GET /messages: anchors, found_* flags, and the fields of each row (docs/api.md, Messages). */
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const newest = 10_000_000_000_000_000;

describe('GET /messages', () => {
  const server = runningServer();
  const member = server.as('member');
  const spare = server.as('spare');
  const ids: number[] = [];
  before(async () => {
    for (let count = 0; count < 6; count += 1) {
      const message = { type: 'stream', to: 'general', topic: 'six', content: `**${count}**` };
      ids.push(Number(succeeded(await spare.post('/messages', message)).id));
      succeeded(await spare.post('/messages', { ...message, topic: 'between' }));
    }
  });

  const narrow = [{ operator: 'topic', operand: 'six' }];
  const ask = async (more: object, by = member): Promise<Loose> =>
    succeeded(await by.get('/messages', { num_before: 0, num_after: 0, narrow, ...more }));
  /** The indexes of the listed messages. */
  const listed = (body: Loose): number[] => list(body.messages).map(({ id }) => ids.indexOf(Number(id)));

  const rows: [
    name: string,
    asked: () => object,
    found: number[],
    flags: [anchor: boolean, oldest: boolean, newest: boolean],
    anchor: () => number,
  ][] = [
    ['newest', () => ({ anchor: 'newest', num_before: 2 }), [4, 5], [false, false, true], () => newest],
    [
      'newest: num_after has no effect',
      () => ({ anchor: 'newest', num_before: 2, num_after: 9 }),
      [4, 5],
      [false, false, true],
      () => newest,
    ],
    [
      'newest: more messages requested than exist',
      () => ({ anchor: 'newest', num_before: 9 }),
      [0, 1, 2, 3, 4, 5],
      [false, true, true],
      () => newest,
    ],
    ['oldest', () => ({ anchor: 'oldest', num_after: 2 }), [0, 1], [false, true, false], () => 0],
    ['0', () => ({ anchor: 0, num_before: 3, num_after: 2 }), [0, 1], [false, true, false], () => 0],
    ['negative', () => ({ anchor: -5, num_after: 2 }), [0, 1], [false, true, false], () => 0],
    [
      'a message',
      () => ({ anchor: ids[2], num_before: 1, num_after: 1 }),
      [1, 2, 3],
      [true, false, false],
      () => ids[2] ?? 0,
    ],
    ['a message alone', () => ({ anchor: ids[2] }), [2], [true, false, false], () => ids[2] ?? 0],
    [
      'a message of another topic',
      () => ({ anchor: (ids[2] ?? 0) + 1, num_before: 1, num_after: 1 }),
      [2, 3],
      [false, false, false],
      () => (ids[2] ?? 0) + 1,
    ],
    [
      'up to the oldest and the newest message',
      () => ({ anchor: ids[2], num_before: 9, num_after: 9 }),
      [0, 1, 2, 3, 4, 5],
      [true, true, true],
      () => ids[2] ?? 0,
    ],
    ['first_unread', () => ({ anchor: 'first_unread', num_after: 1 }), [0, 1], [true, false, false], () => ids[0] ?? 0],
    [
      'first unread message, by use_first_unread_anchor',
      () => ({ use_first_unread_anchor: true, num_after: 1 }),
      [0, 1],
      [true, false, false],
      () => ids[0] ?? 0,
    ],
    [
      'above the newest message',
      () => ({ anchor: 2 * newest, num_before: 2 }),
      [4, 5],
      [false, false, true],
      () => newest,
    ],
  ];
  for (const [name, asked, found, [foundAnchor, foundOldest, foundNewest], anchor] of rows)
    it(`anchor: ${name}`, async () => {
      const body = await ask(asked());
      expect(listed(body)).to.deep.equal(found);
      expect(body).to.have.all.keys(
        ...['messages', 'found_anchor', 'found_oldest', 'found_newest', 'history_limited', 'anchor', 'msg', 'result'],
      );
      expect(body).to.include({
        found_anchor: foundAnchor,
        found_oldest: foundOldest,
        found_newest: foundNewest,
        history_limited: false,
        anchor: anchor(),
      });
    });

  it('a row has the fields of a message event and `flags`; content is HTML by default', async () => {
    const [row] = list((await ask({ anchor: ids[0] })).messages);
    expect(row).to.have.all.keys(
      ...['id', 'type', 'content', 'content_type', 'display_recipient', 'recipient_id', 'sender_id', 'sender_email'],
      ...[
        'sender_full_name',
        'sender_realm_str',
        'timestamp',
        'topic',
        'subject',
        'topic_links',
        'avatar_url',
        'client',
      ],
      ...['stream_id', 'is_me_message', 'reactions', 'submessages', 'flags'],
    );
    expect(row).to.deep.include({ content: '<p><strong>0</strong></p>', content_type: 'text/html', flags: [] });
    const [raw] = list((await ask({ anchor: ids[0], apply_markdown: false })).messages);
    expect(raw).to.include({ content: '**0**', content_type: 'text/x-markdown' });
  });

  it('client_gravatar or client_avatarhost: no avatar URL that the client can compute', async () => {
    for (const more of [{ client_gravatar: true }, { client_avatarhost: true }])
      expect(list((await ask({ anchor: ids[0], ...more })).messages)[0]?.avatar_url).to.equal(null);
    expect(list((await ask({ anchor: ids[0] })).messages)[0]?.avatar_url).to.match(/^https:/);
  });

  it('a user who is not subscribed can read a public stream: messages are read and historical', async () => {
    succeeded(await member.delete('/users/me/subscriptions', { subscriptions: ['general'] }));
    await said(spare, 'general', 'later', 'unheard');
    const later = [
      { operator: 'stream', operand: 'general' },
      { operator: 'topic', operand: 'later' },
    ];
    const [row] = list((await ask({ anchor: 'newest', num_before: 1, narrow: later })).messages);
    expect(row?.content).to.equal('<p>unheard</p>');
    expect(row?.flags).to.have.members(['read', 'historical']);
    expect(listed(await ask({ anchor: 'newest', num_before: 9 })), 'received before').to.have.length(6);
    const own = await ask({ anchor: 'newest', num_before: 1, narrow: [] });
    expect(list(own.messages)[0]?.content).to.not.equal('<p>unheard</p>');
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }));
  });

  it('a private stream without a subscription: no messages for administrators, and unknown to others', async () => {
    succeeded(await spare.post('/users/me/subscriptions', { subscriptions: [{ name: 'closed' }], invite_only: true }));
    await said(spare, 'closed', 't', 'hush');
    const asked = { anchor: 'newest', num_before: 9, narrow: [['stream', 'closed']] };
    expect(list((await ask(asked, server.as('owner'))).messages)).to.deep.equal([]);
    const refused = await member.get('/messages', { num_after: 0, ...asked });
    expect(refused.body.msg).to.equal('Invalid narrow operator: unknown stream closed');
  });

  it('a guest can read only subscribed streams', async () => {
    succeeded(await spare.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] }));
    await said(spare, 'open', 't', 'for members');
    const read = async (stream: string) =>
      list((await ask({ anchor: 'newest', num_before: 9, narrow: [['stream', stream]] }, server.as('guest'))).messages);
    expect(await read('general')).to.not.deep.equal([]);
    const all = await ask({ anchor: 'newest', num_before: 99, narrow: [['streams', 'public']] }, server.as('guest'));
    expect(JSON.stringify(all.messages)).to.not.include('for members');
  });
});
