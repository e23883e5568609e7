/** POST /messages with an `Idempotency-Key`: a request that is sent again happens once (docs/api.md, Messages). */
import { expect } from 'chai';
import type { Answer } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { type Following, follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('an Idempotency-Key', () => {
  const server = runningServer();
  const member = server.as('member');
  let queue: Following;
  before(async () => {
    queue = await follow(server.as('admin'), { event_types: ['message', 'delete_message'] });
  });

  let keys = 0;
  const newKey = () => `key ${++keys}`;
  const send = (key: string, more: object = {}, by = member): Promise<Answer> =>
    by.post(
      '/messages',
      { type: 'stream', to: 'general', topic: 't', content: 'hello', ...more },
      { 'Idempotency-Key': key },
    );
  const idOf = async (answer: Promise<Answer>) => Number(succeeded(await answer).id);
  const received = async () => (await queue.news()).map(({ message }) => Number(message?.id));
  const reused = { code: 'IDEMPOTENCY_KEY_REUSED', msg: 'This Idempotency-Key was used for another message' };

  it('gives the same message to the same request, in sequence and at the same time', async () => {
    const key = newKey();
    const ids = await Promise.all(Array.from({ length: 8 }, () => idOf(send(key))));
    ids.push(await idOf(send(key)));
    expect(new Set(ids).size).to.equal(1);
    expect(await received()).to.deep.equal([ids[0]]);
  });

  it('works after a restart, and if the local echo is for another event queue', async () => {
    const key = newKey();
    const id = await idOf(send(key, { queue_id: '1:1', local_id: '1' }));
    await server.restart();
    expect(await idOf(send(key, { queue_id: '2:2', local_id: '2' }))).to.equal(id);
    expect(await received()).to.deep.equal([id]);
  });

  it('also for private messages, and after the message was deleted', async () => {
    const key = newKey();
    const more = { type: 'private', to: [server.as('admin').account.user_id] };
    const id = await idOf(send(key, more));
    expect(await received()).to.deep.equal([id]);
    succeeded(await server.as('admin').delete(`/messages/${id}`));
    expect((await queue.news()).map(({ message_id }) => message_id)).to.deep.equal([id]);
    expect(await idOf(send(key, more))).to.equal(id);
    expect(await received()).to.deep.equal([]);
  });

  it('refuses another message under it, and sends nothing', async () => {
    const key = newKey();
    const id = await idOf(send(key));
    for (const other of [{ content: 'bye' }, { topic: 'u' }, { type: 'private', to: [member.account.user_id] }])
      refused(await send(key, other), reused, 422);
    expect(await received()).to.deep.equal([id]);
  });

  it('belongs to one user', async () => {
    const key = newKey();
    const id = await idOf(send(key));
    const other = await idOf(send(key, { content: 'mine' }, server.as('spare')));
    expect(await received()).to.deep.equal([id, other]);
  });

  it('can be used again after a refusal', async () => {
    const key = newKey();
    expect((await send(key, { to: 'nowhere' })).status).to.equal(400);
    const id = await idOf(send(key));
    expect(await received()).to.deep.equal([id]);
  });

  it('is 1 to 255 printable characters', async () => {
    badRequest(await send('x'.repeat(256)), 'Idempotency-Key is too long (limit: 255 characters)');
    for (const key of ['', 'ü', 'a\tb'])
      badRequest(await send(key), 'Idempotency-Key must consist of printable ASCII characters');
    expect(await received()).to.deep.equal([]);
    await idOf(send('"quoted", with blanks'));
  });
});
