/** The Welcome Bot greets who is new, and answers their first reply, once (docs/api.md, System bots). */
import { expect } from 'chai';
import type { Client, Loose } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { newestFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('the Welcome Bot', () => {
  const server = runningServer();

  const made = async (email: string): Promise<Client> => {
    const password = 'a long enough password';
    succeeded(await server.as('admin').post('/users', { email, full_name: `New ${email.slice(0, 3)}`, password }));
    const { api_key } = succeeded(await server.as('admin').post('/fetch_api_key', { username: email, password }));
    return server.with({ email, api_key: String(api_key) });
  };
  const received = (who: Client) => newestFor(who, { narrow: [{ operator: 'is', operand: 'private' }] });

  it('writes to a new person before the call is answered, once, also after a restart', async () => {
    const others = await follow(server.as('member'), { event_types: ['message'] });
    const first = await made('one@dev.example');
    const [message, ...more] = await received(first);
    expect(more).to.deep.equal([]);
    expect(message).to.include({ type: 'private', sender_full_name: 'Welcome Bot', client: 'Internal' });
    expect(String(message?.content)).to.include('<p>Hello, and welcome!</p>');
    const { unread_msgs } = succeeded(
      await first.post('/register', { fetch_event_types: ['message', 'update_message_flags'] }),
    );
    expect(unread_msgs).to.include({ count: 1 });
    await server.restart();
    await made('two@dev.example');
    expect((await received(first)).map(({ id }) => Number(id))).to.deep.equal([Number(message?.id)]);
    expect(await others.news()).to.deep.equal([]);
  });

  it('answers the first reply, once, also after a restart', async () => {
    const person = await made('three@dev.example');
    const to = [(await received(person))[0]?.sender_id];
    const reply = async () => succeeded(await person.post('/messages', { type: 'private', to, content: 'hello' }));
    const heard = async () => (await received(person)).filter((one) => String(one.sender_full_name) === 'Welcome Bot');
    const events = await follow(person, { event_types: ['message'], narrow: [['sender', 'welcome-bot@dev.example']] });
    await Promise.all([reply(), reply()]);
    const [answered] = await events.awaited();
    const { content } = (answered?.message ?? {}) as Loose;
    expect(String(content)).to.include('Congratulations on your first reply!');
    await server.restart();
    await reply();
    expect(await heard()).to.have.length(2);
  });

  it('does not write to the first users of the organization', async () => {
    expect(await received(server.as('member'))).to.deep.equal([]);
  });
});
