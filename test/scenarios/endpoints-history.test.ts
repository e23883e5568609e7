/** GET /messages/{message_id}/history, and edits and moves (docs/api.md, Editing and deleting). */
import { expect } from 'chai';
import { type Loose, list, type Parameters } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { listedFor, newestFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const always = ['topic', 'content', 'rendered_content', 'timestamp', 'user_id'];
const ofContent = ['prev_content', 'prev_rendered_content', 'content_html_diff'];

describe('GET /messages/{message_id}/history', () => {
  const server = runningServer();
  const member = server.as('member');
  const admin = server.as('admin');
  const spare = server.as('spare');

  const send = async (content: string, place: object = { type: 'stream', to: 'general', topic: 'first' }) =>
    Number(succeeded(await member.post('/messages', { ...place, content })).id);
  const edit = async (id: number, change: Parameters, by = member) =>
    expect(succeeded(await by.patch(`/messages/${id}`, change))).to.deep.equal({ result: 'success', msg: '' });
  const historyOf = async (id: number, by = member): Promise<Loose[]> => {
    const body = succeeded(await by.get(`/messages/${id}/history`));
    expect(body).to.have.all.keys('message_history', 'msg', 'result');
    return list(body.message_history);
  };

  it('message without edits: one snapshot with exactly five fields', async () => {
    const before = Math.floor(Date.now() / 1000);
    const [snapshot, ...more] = await historyOf(await send('the **first** words'));
    expect(more).to.deep.equal([]);
    expect(snapshot).to.have.all.keys(...always);
    expect(snapshot).to.include({
      topic: 'first',
      content: 'the **first** words',
      rendered_content: '<p>the <strong>first</strong> words</p>',
      user_id: member.account.user_id,
    });
    expect(snapshot?.timestamp).to.be.within(before, before + 60);
  });

  it('content edited: old content, new content, and the difference as HTML', async () => {
    const id = await send('the first words');
    await edit(id, { content: 'the second words' });
    const [original, edited] = await historyOf(id);
    expect(original).to.have.all.keys(...always);
    expect(edited).to.have.all.keys(...always, ...ofContent);
    expect(edited).to.include({
      topic: 'first',
      content: 'the second words',
      rendered_content: '<p>the second words</p>',
      prev_content: 'the first words',
      prev_rendered_content: '<p>the first words</p>',
      user_id: member.account.user_id,
    });
    expect(edited?.content_html_diff).to.equal(
      '<p>the <span class="highlight_text_deleted">first</span>' +
        '<span class="highlight_text_inserted">second</span> words</p>',
    );
  });

  it('topic edited by another user: only `prev_topic` is added', async () => {
    const id = await send('unchanged');
    await edit(id, { topic: 'second' }, admin);
    const [original, moved] = await historyOf(id);
    expect(original).to.include({ topic: 'first' });
    expect(moved).to.have.all.keys(...always, 'prev_topic');
    expect(moved).to.include({
      topic: 'second',
      prev_topic: 'first',
      content: 'unchanged',
      user_id: admin.account.user_id,
    });
  });

  it('topic and content edited together: one snapshot with both changes', async () => {
    const id = await send('one');
    await edit(id, { content: 'two', topic: 'other' });
    const [, edited, ...more] = await historyOf(id);
    expect(more).to.deep.equal([]);
    expect(edited).to.have.all.keys(...always, ...ofContent, 'prev_topic');
    expect(edited).to.include({ topic: 'other', content: 'two', prev_topic: 'first', prev_content: 'one' });
  });

  it('several edits: oldest first, each with the topic and content of that time', async () => {
    const id = await send('1');
    await edit(id, { content: '2' });
    await edit(id, { topic: 'second' });
    await edit(id, { content: '3' });
    const history = await historyOf(id);
    expect(history.map(({ topic, content }) => [topic, content])).to.deep.equal([
      ['first', '1'],
      ['first', '2'],
      ['second', '2'],
      ['second', '3'],
    ]);
    expect(history.map(({ prev_content }) => prev_content)).to.deep.equal([undefined, '1', undefined, '2']);
    expect(history.map(({ prev_topic }) => prev_topic)).to.deep.equal([undefined, undefined, 'first', undefined]);
    await server.restart();
    expect(await historyOf(id)).to.deep.equal(history);
  });

  it('private message: the topic is empty', async () => {
    const id = await send('psst', { type: 'private', to: [spare.account.user_id] });
    await edit(id, { content: 'psst!' });
    expect((await historyOf(id, spare)).map(({ topic, content }) => [topic, content])).to.deep.equal([
      ['', 'psst'],
      ['', 'psst!'],
    ]);
  });

  it('deleted message: the history is refused', async () => {
    const id = await send('never to be read');
    await edit(id, { content: 'harmless' });
    succeeded(await admin.delete(`/messages/${id}`));
    badRequest(await member.get(`/messages/${id}/history`), 'Invalid message(s)');
  });

  it('GET /messages/{message_id}: the raw text only', async () => {
    const id = await send('**raw**');
    expect(succeeded(await spare.get(`/messages/${id}`))).to.deep.equal({
      result: 'success',
      msg: '',
      raw_content: '**raw**',
    });
  });

  describe('PATCH /messages/{message_id}', () => {
    it('an edit of the content sends an event to the receivers of the message', async () => {
      const queue = await follow(spare, { event_types: ['update_message'] });
      const id = await send('old');
      await edit(id, { content: 'new **words**' });
      const [event] = await queue.news();
      expect(event).to.deep.include({
        type: 'update_message',
        user_id: member.account.user_id,
        message_id: id,
        message_ids: [id],
        stream_name: 'general',
        orig_content: 'old',
        orig_rendered_content: '<p>old</p>',
        content: 'new **words**',
        rendered_content: '<p>new <strong>words</strong></p>',
        is_me_message: false,
      });
      expect(event?.edit_timestamp).to.satisfy(Number.isInteger);
      expect(event?.prev_rendered_content_version).to.satisfy(Number.isInteger);
    });

    for (const [mode, moved] of [
      ['change_one', [1]],
      ['change_later', [1, 2]],
      ['change_all', [0, 1, 2]],
    ] as const)
      it(`propagate_mode ${mode} moves ${moved.length} of three`, async () => {
        const place = { type: 'stream', to: 'general', topic: `long ${mode}` };
        const ids = [await send('0', place), await send('1', place), await send('2', place)];
        const queue = await follow(spare, { event_types: ['update_message'] });
        await edit(Number(ids[1]), { topic: `other ${mode}`, propagate_mode: mode });
        const narrow = [{ operator: 'topic', operand: `other ${mode}` }];
        const expected = moved.map((index) => ids[index]);
        expect((await newestFor(spare, { narrow })).map(({ id }) => id)).to.deep.equal(expected);
        const [event] = await queue.news();
        expect(event).to.deep.include({
          message_id: ids[1],
          message_ids: expected,
          orig_subject: `long ${mode}`,
          subject: `other ${mode}`,
          propagate_mode: mode,
          stream_id: 1,
        });
      });

    it('an edited message is listed with `last_edit_timestamp` and `edit_history`, newest first', async () => {
      const id = await send('1');
      await edit(id, { content: '2' });
      await edit(id, { topic: 'again' });
      const message = await listedFor(spare, id);
      expect(message?.last_edit_timestamp).to.satisfy(Number.isInteger);
      expect(list(message?.edit_history).map((one) => [one.prev_subject, one.prev_content])).to.deep.equal([
        ['first', undefined],
        [undefined, '1'],
      ]);
    });

    it('only the sender can edit the content, not even an administrator', async () => {
      const id = await send('mine');
      for (const who of [spare, admin])
        badRequest(
          await who.patch(`/messages/${id}`, { content: 'theirs' }),
          "You don't have permission to edit this message",
        );
      refused(await member.patch(`/messages/${id}`, {}), { msg: 'Nothing to change' });
      badRequest(await member.patch(`/messages/${id}`, { topic: ' ' }), "Topic can't be empty");
      expect(await historyOf(id)).to.have.length(1);
    });

    it('an administrator moves a topic to another stream: the Notification Bot posts a notice in both streams', async () => {
      succeeded(await spare.post('/users/me/subscriptions', { subscriptions: [{ name: 'elsewhere' }] }));
      const stream_id = succeeded(await spare.get('/users/me/subscriptions')).subscriptions;
      const target = list(stream_id).find((one) => String(one.name) === 'elsewhere')?.stream_id;
      const id = await send('wrong place', { type: 'stream', to: 'general', topic: 'moving' });
      badRequest(
        await member.patch(`/messages/${id}`, { stream_id: target }),
        "You don't have permission to move this message",
      );
      await edit(id, { stream_id: target }, admin);
      for (const [stream, words] of [
        ['elsewhere', 'This topic was moved here from'],
        ['general', 'This topic was moved by'],
      ] as const) {
        const narrow = [
          { operator: 'stream', operand: stream },
          { operator: 'topic', operand: 'moving' },
        ];
        expect(JSON.stringify(await newestFor(spare, { narrow })), stream).to.include(words);
      }
    });
  });
});
