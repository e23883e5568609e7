/** Limits on the length of texts, at the limit and one above it, and that no text is altered. */
import { expect } from 'chai';
import { ask, basic } from '../http/stub-app.ts';
import { list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { listedFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const tooLong = 'content is too long (limit: 10000 bytes)';
const topicTooLong = 'topic is too long (limit: 60 characters)';

describe('limits', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const member = server.as('member');

  const say = (content: string, topic = 't') =>
    member.post('/messages', { type: 'stream', to: 'general', topic, content });
  const idOfSent = async (content: string, topic?: string): Promise<number> =>
    Number(succeeded(await say(content, topic)).id);
  const rawOf = async (id: number) => succeeded(await member.get(`/messages/${id}`)).raw_content;
  const topicOf = async (id: number) => (await listedFor(member, id)).subject;

  describe('message content size: 10000 bytes of UTF-8', () => {
    for (const [name, character, bytes] of [
      ['letters', 'a', 1],
      ['letters of two bytes', 'é', 2],
      ['characters of three bytes', '漢', 3],
      ['characters of four bytes', '😀', 4],
    ] as const) {
      const count = Math.floor(10_000 / bytes);
      const full = character.repeat(count) + 'a'.repeat(10_000 - count * bytes);
      it(`${name}: 10000 bytes are sent unchanged; 10001 are refused`, async () => {
        expect(Buffer.byteLength(full)).to.equal(10_000);
        expect(await rawOf(await idOfSent(full))).to.equal(full);
        badRequest(await say(`${full}a`), tooLong);
        badRequest(await say(full + character), tooLong);
      });
    }

    it('the same for edits; a refused edit leaves the message unchanged', async () => {
      const id = await idOfSent('short');
      const full = `${'漢'.repeat(3_333)}a`;
      succeeded(await member.patch(`/messages/${id}`, { content: full }));
      expect(await rawOf(id)).to.equal(full);
      badRequest(await member.patch(`/messages/${id}`, { content: `${full}a` }), tooLong);
      expect(await rawOf(id)).to.equal(full);
    });

    it('the same for private messages and for /messages/render', async () => {
      const to = [owner.account.user_id];
      succeeded(await member.post('/messages', { type: 'private', to, content: 'x'.repeat(10_000) }));
      badRequest(await member.post('/messages', { type: 'private', to, content: 'x'.repeat(10_001) }), tooLong);
      succeeded(await member.post('/messages/render', { content: 'x'.repeat(10_000) }));
      badRequest(await member.post('/messages/render', { content: 'x'.repeat(10_001) }), tooLong);
    });

    it('a refused message is not stored', async () => {
      const { news } = await follow(member, { event_types: ['message'] });
      const before = server.appended;
      badRequest(await say('y'.repeat(10_001)), tooLong);
      expect(server.appended).to.equal(before);
      expect(await news()).to.deep.equal([]);
    });
  });

  describe('content is not altered', () => {
    for (const content of [
      '  leading and trailing blanks  ',
      '\n\n line ends \r\n of all \r kinds \n\n',
      '\ufeffa byte order mark',
      'e\u0301 is not \u00e9, \u212b is not \u00c5',
      'zero\u200bwidth \u2028 and \u202e other \u0007 controls',
      '100% + "quotes" & <b>tags</b> \\n %41 \u0026amp;',
      '😀👩‍👩‍👧‍👦🏳️‍🌈',
      '\t\ttabs\t',
      'null',
      '"quoted"',
      '{"json": true}',
    ])
      it(`${JSON.stringify(content)}`, async () => {
        const queue = await follow(member, { event_types: ['message'] });
        const id = await idOfSent(content);
        expect(await rawOf(id)).to.equal(content);
        expect((await queue.news()).map((event) => event.message?.content)).to.deep.equal([content]);
        expect((await listedFor(member, id, { apply_markdown: false })).content).to.equal(content);
        const { message_history } = succeeded(await member.get(`/messages/${id}/history`));
        expect(list(message_history).map((one) => one.content)).to.deep.equal([content]);
        succeeded(await member.patch(`/messages/${id}`, { content: `${content}!` }));
        expect(await rawOf(id)).to.equal(`${content}!`);
      });

    it('in a multipart body', async () => {
      const content = ' a\r\n--not the boundary\r\n\ufeff ';
      const fields = { type: 'stream', to: 'general', topic: 't', content };
      const parts = Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const { email, api_key } = member.account;
      const { json } = await ask({ port: Number(new URL(server.base).port) }, '/api/v1/messages', {
        method: 'POST',
        headers: { Authorization: basic(`${email}:${api_key}`), 'Content-Type': 'multipart/form-data; boundary=x' },
        body: `${parts.join('')}--x--\r\n`,
      });
      expect(await rawOf(Number(json.id))).to.equal(content);
    });

    it('an edit to a blank text becomes `(deleted)`', async () => {
      const id = await idOfSent('soon gone');
      succeeded(await member.patch(`/messages/${id}`, { content: ' \n' }));
      expect(await rawOf(id)).to.equal('(deleted)');
    });
  });

  describe('topic length: 60 characters', () => {
    for (const character of ['t', 'é', '漢', '😀'])
      it(`60 times ${character} is accepted, 61 times is refused`, async () => {
        expect(await topicOf(await idOfSent('x', character.repeat(60)))).to.equal(character.repeat(60));
        badRequest(await say('x', character.repeat(61)), topicTooLong);
      });

    it('blanks at both ends are removed and do not count', async () => {
      expect(await topicOf(await idOfSent('x', `  ${'t'.repeat(60)}\t`))).to.equal('t'.repeat(60));
    });

    it('also as `subject`, in edits and in mutes', async () => {
      const long = 't'.repeat(61);
      const to = { type: 'stream', to: 'general', content: 'x' };
      badRequest(await member.post('/messages', { ...to, subject: long }), topicTooLong);
      const id = await idOfSent('x');
      badRequest(await member.patch(`/messages/${id}`, { topic: long }), topicTooLong);
      succeeded(await member.patch(`/messages/${id}`, { topic: '😀'.repeat(60) }));
      expect(await topicOf(id)).to.equal('😀'.repeat(60));
      const mute = { stream: 'general', op: 'add' };
      badRequest(await member.patch('/users/me/subscriptions/muted_topics', { ...mute, topic: long }), topicTooLong);
    });

    it('the topic of a private message is ignored, whatever its length', async () => {
      const to = [owner.account.user_id];
      const more = { topic: 't'.repeat(10_000) };
      const id = Number(succeeded(await member.post('/messages', { type: 'private', to, content: 'x', ...more })).id);
      expect(await topicOf(id)).to.equal('');
    });
  });

  it('one request subscribes to many streams, to 500 at most, each with its notice before the answer', async () => {
    const many = Array.from({ length: 501 }, (_, index) => ({ name: `many ${index}` }));
    const path = '/users/me/subscriptions';
    badRequest(await member.post(path, { subscriptions: many }), 'subscriptions is too long (limit: 500 items)');
    const subscriptions = many.slice(0, 60);
    const { subscribed } = succeeded(await member.post(path, { subscriptions }));
    expect(list(subscribed?.[member.account.email])).to.have.length(60);
    const rows = list(succeeded(await member.get(path)).subscriptions);
    const silent = rows.filter(({ name, first_message_id }) => String(name) !== 'general' && first_message_id === null);
    expect(silent).to.deep.equal([]);
  });

  describe('names', () => {
    const make = (name: string, description = '') =>
      member.post('/users/me/subscriptions', { subscriptions: [{ name, description }] });

    it('a stream: 60 characters, its description 1024', async () => {
      succeeded(await make('😀'.repeat(60), '漢'.repeat(1024)));
      badRequest(await make('😀'.repeat(61)), 'Stream name too long (limit: 60 characters).');
      badRequest(await make('x', '漢'.repeat(1025)), 'description is too long (limit: 1024 characters)');
    });

    it('a user: 2 to 100 characters', async () => {
      const path = `/users/${server.as('spare').account.user_id}`;
      succeeded(await owner.patch(path, { full_name: '漢'.repeat(100) }));
      succeeded(await owner.patch(path, { full_name: '漢漢' }));
      badRequest(await owner.patch(path, { full_name: '漢'.repeat(101) }), 'Name too long!');
      badRequest(await owner.patch(path, { full_name: ' 漢 ' }), 'Name too short!');
    });
  });
});
