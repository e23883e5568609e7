/** What a user who has left a stream sees, gets and may do (docs/api.md, Editing and deleting). */
import { expect } from 'chai';
import { type Client, list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { listedFor, newestFor, said } from '../support/messages.ts';
import { runningServer, startServer, type TestServer } from '../support/server.ts';

describe('after leaving a private stream', () => {
  let server: TestServer;
  let author: Client;
  let leaver: Client;
  let [id, first, along] = [0, 0, 0];
  before(async () => {
    server = await startServer();
    author = server.as('member');
    leaver = server.as('spare');
    const principals = [author.account.user_id, leaver.account.user_id];
    const stream = { subscriptions: [{ name: 'shut' }], invite_only: true, principals };
    succeeded(await author.post('/users/me/subscriptions', stream));
    id = await said(author, 'shut', 'plot', 'one');
    succeeded(await author.patch(`/messages/${id}`, { content: 'two' }));
    const say = (content: string) => said(author, 'shut', 'aside', content);
    first = await say('a');
    along = await say('b');
    succeeded(await author.patch(`/messages/${along}`, { content: 'b2' }));
  });
  after(() => server.stop());

  it('messages stay as they were, their changes are not delivered, and a deletion removes them', async () => {
    const queue = await follow(leaver, { event_types: ['update_message', 'delete_message'] });
    succeeded(await leaver.delete('/users/me/subscriptions', { subscriptions: ['shut'] }));
    succeeded(await author.patch(`/messages/${id}`, { content: 'three', topic: 'scheme' }));
    const moving = (topic: string) => author.patch(`/messages/${first}`, { topic, propagate_mode: 'change_all' });
    succeeded(await moving('between'));
    succeeded(await author.patch(`/messages/${along}`, { content: 'b3' }));
    succeeded(await moving('last'));

    const shownTo = async (who: Client) => {
      const { content, subject, edit_history } = await listedFor(who, id, { apply_markdown: false });
      return [content, subject, list(edit_history).length];
    };
    const topicsShownTo = async (who: Client) =>
      (await newestFor(who, { num_before: 3, narrow: [['stream', 'shut']] })).map(({ subject }) => subject);
    expect(await shownTo(leaver)).to.deep.equal(['two', 'plot', 1]);
    expect(await shownTo(author)).to.deep.equal(['three', 'scheme', 2]);
    expect(succeeded(await leaver.get(`/messages/${id}`)).raw_content).to.equal('two');
    const { message_history } = succeeded(await leaver.get(`/messages/${id}/history`));
    expect(list(message_history).map(({ content }) => String(content))).to.deep.equal(['one', 'two']);

    for (const change of [{ topic: 'mine' }, { topic: 'plot' }, { content: 'two' }])
      badRequest(await leaver.patch(`/messages/${id}`, change), "You don't have permission to edit this message");

    // The second message was moved with the first, and again later. Each reader sees the topic that it had when they left.
    expect(await topicsShownTo(leaver)).to.deep.equal(['plot', 'aside', 'aside']);
    expect(await topicsShownTo(author)).to.deep.equal(['scheme', 'last', 'last']);
    expect(succeeded(await leaver.get(`/messages/${along}`)).raw_content).to.equal('b2');
    const foundIn = (topic: string) => newestFor(leaver, { narrow: Object.entries({ stream: 'shut', topic }) });
    expect(await foundIn('last')).to.deep.equal([]);
    expect(await foundIn('aside')).to.have.length(2);

    // Only administrators delete, and only what they can reach.
    const author_id = author.account.user_id;
    succeeded(await server.as('owner').patch(`/users/${author_id}`, { role: 200 }));
    succeeded(await author.delete(`/messages/${id}`));
    // The topic came later. Where the message was by then is not told.
    const told = (await queue.news()).map(({ type, topic }) => [type, topic]);
    expect(told).to.deep.equal([['delete_message', '']]);
    badRequest(await leaver.get(`/messages/${id}`), 'Invalid message(s)');
  });

  it('flags and searches are those of the text that the user sees, whatever the text became', async () => {
    const reader = server.as('guest');
    const subscriptions = [{ name: 'flags' }];
    const principals = [author.account.user_id, reader.account.user_id];
    succeeded(await author.post('/users/me/subscriptions', { subscriptions, invite_only: true, principals }));
    succeeded(await reader.post('/users/me/alert_words', { alert_words: ['fire'] }));
    const contents = [`@**${reader.account.full_name}**`, '@**all**', 'fire', 'https://example.com/', 'nothing'];
    const sent: number[] = [];
    for (const content of contents) sent.push(await said(author, 'flags', 'then', content));
    const shown = async () => {
      const found: unknown[] = [];
      for (const term of ['', 'is:mentioned', 'is:alerted', 'has:link']) {
        const narrow = [['stream', 'flags'], ...(term === '' ? [['topic', 'then']] : [term.split(':')])];
        found.push([term, (await newestFor(reader, { narrow })).map(({ id, flags }) => [id, flags])]);
      }
      return found;
    };
    succeeded(await reader.delete('/users/me/subscriptions', { subscriptions: ['flags'] }));
    const then = await shown();
    for (const [at, messageId] of sent.entries())
      succeeded(await author.patch(`/messages/${messageId}`, { content: contents.at(at - 1) }));
    expect(await shown()).to.deep.equal(then);
    expect(then).to.deep.equal([
      [
        '',
        sent.map((messageId, at) => [
          messageId,
          ['read', ...([['mentioned'], ['wildcard_mentioned'], ['has_alert_word']][at] ?? [])],
        ]),
      ],
      [
        'is:mentioned',
        [
          [sent[0], ['read', 'mentioned']],
          [sent[1], ['read', 'wildcard_mentioned']],
        ],
      ],
      ['is:alerted', [[sent[2], ['read', 'has_alert_word']]]],
      ['has:link', [[sent[3], ['read']]]],
    ]);
  });

  it('the former topics of messages have their links', async () => {
    const guest = server.as('guest');
    const admin = server.as('admin');
    const subscriptions = [{ name: 'tickets' }];
    const principals = [admin.account.user_id, guest.account.user_id];
    succeeded(await admin.post('/users/me/subscriptions', { subscriptions, invite_only: true, principals }));
    const linkifier = { pattern: 'case(?P<id>[0-9]+)', url_format_string: 'https://cases.example.com/%(id)s' };
    succeeded(await server.as('owner').post('/realm/filters', linkifier));
    const topic = 'case7 and https://example.com/why';
    const say = () => said(admin, 'tickets', topic, 'a');
    const [named] = [await say(), await say()];
    succeeded(await guest.delete('/users/me/subscriptions', { subscriptions: ['tickets'] }));
    succeeded(await admin.patch(`/messages/${named}`, { topic: 'case8', propagate_mode: 'change_all' }));
    const linksShownTo = async (who: Client) =>
      (await newestFor(who, { num_before: 2, narrow: [['stream', 'tickets']] })).map(({ topic_links }) => topic_links);
    const [now, then] = [['https://cases.example.com/8'], ['https://cases.example.com/7', 'https://example.com/why']];
    expect(await linksShownTo(guest)).to.deep.equal([then, then]);
    expect(await linksShownTo(admin)).to.deep.equal([now, now]);
  });

  it('does not show a message that was moved there, even if it was sent while the user was subscribed', async () => {
    const [admin, guest] = [server.as('admin'), server.as('guest')];
    const principals = [guest.account.user_id];
    const subscriptions = [{ name: 'garden' }];
    succeeded(await admin.post('/users/me/subscriptions', { subscriptions, principals }));
    succeeded(await admin.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }] }));
    const garden = succeeded(await admin.get('/get_stream_id', { stream: 'garden' })).stream_id;
    const say = (to: string, content: string) => said(admin, to, 'wine', content);
    const received = await say('garden', 'shared');
    const elsewhere = await say('cellar', 'kept');
    succeeded(await guest.delete('/users/me/subscriptions', { subscriptions: ['garden'] }));
    succeeded(await admin.patch(`/messages/${elsewhere}`, { stream_id: garden }));

    badRequest(await guest.get(`/messages/${elsewhere}`), 'Invalid message(s)');
    badRequest(await guest.get(`/messages/${elsewhere}/history`), 'Invalid message(s)');
    const shown = (await newestFor(guest, { apply_markdown: false })).map(({ content }) => content);
    expect(shown).to.include('shared').and.not.include('kept');
    expect(succeeded(await guest.get(`/messages/${received}`)).raw_content).to.equal('shared');
    expect(succeeded(await admin.get(`/messages/${elsewhere}`)).raw_content).to.equal('kept');
  });
});

describe('after leaving a public stream', () => {
  const server = runningServer();

  it('changes of received messages are delivered, also to a waiting poll, but not to a guest', async () => {
    const [author, leaver, guest] = [server.as('member'), server.as('spare'), server.as('guest')];
    const principals = [author, leaver, guest].map(({ account }) => account.user_id);
    succeeded(await author.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }], principals }));
    const say = (content: string) => said(author, 'open', 'tea', content);
    const received = await say('one');
    const event_types = ['update_message', 'reaction', 'submessage'];
    const [memberQueue, guestQueue] = [await follow(leaver, { event_types }), await follow(guest, { event_types })];
    for (const one of [leaver, guest])
      succeeded(await one.delete('/users/me/subscriptions', { subscriptions: ['open'] }));
    const later = await say('not received');

    const waiting = memberQueue.awaited();
    succeeded(await author.patch(`/messages/${received}`, { content: `two @**${leaver.account.full_name}**` }));
    expect(await waiting).to.have.length(1);
    const shown = await listedFor(leaver, received, { apply_markdown: false });
    expect(shown).to.deep.include({ flags: ['read', 'mentioned'] });
    expect(String(shown.content)).to.match(/^two /);

    for (const id of [received, later]) {
      succeeded(await author.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
      succeeded(await author.post('/submessage', { message_id: id, msg_type: 'widget', content: '{}' }));
    }
    succeeded(await author.patch(`/messages/${received}`, { topic: 'milk' }));
    succeeded(await author.patch(`/messages/${later}`, { topic: 'milk' }));
    const news = await memberQueue.news();
    expect(news.map(({ type, message_id }) => [type, message_id])).to.deep.equal([
      ['reaction', received],
      ['submessage', received],
      ['update_message', received],
    ]);
    expect(await guestQueue.news()).to.deep.equal([]);

    const [deleted, deletedForGuest] = [await follow(leaver, {}), await follow(guest, {})];
    succeeded(await server.as('owner').delete(`/messages/${received}`));
    const topicsOf = async (queue: typeof memberQueue) => (await queue.news()).map(({ topic }) => topic);
    expect(await topicsOf(deleted)).to.deep.equal(['milk']);
    expect(await topicsOf(deletedForGuest)).to.deep.equal(['']);
  });

  it('messages stay as they were last readable when the stream becomes private', async () => {
    const [author, leaver] = [server.as('member'), server.as('spare')];
    const principals = [author, leaver, server.as('owner')].map(({ account }) => account.user_id);
    succeeded(await author.post('/users/me/subscriptions', { subscriptions: [{ name: 'yard' }], principals }));
    const id = await said(author, 'yard', 'gate', 'one');
    succeeded(await leaver.delete('/users/me/subscriptions', { subscriptions: ['yard'] }));
    const leaverQueue = await follow(leaver, { event_types: ['update_message', 'reaction'] });
    succeeded(await author.patch(`/messages/${id}`, { content: 'two', topic: 'fence' }));
    succeeded(await author.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
    expect(await leaverQueue.news()).to.have.length(3);

    const yard = succeeded(await author.get('/get_stream_id', { stream: 'yard' })).stream_id;
    succeeded(await server.as('owner').patch(`/streams/${yard}`, { is_private: true }));
    succeeded(await author.patch(`/messages/${id}`, { content: 'three' }));
    const shown = await listedFor(leaver, id, { apply_markdown: false });
    expect(shown).to.include({ content: 'two', subject: 'fence' });
    expect(list(shown.reactions)).to.have.length(1);
    expect(await leaverQueue.news()).to.deep.equal([]);
  });
});
