/** POST and DELETE /messages/{message_id}/reactions (docs/api.md, Reactions). */
import { expect } from 'chai';
import { type Loose, list, type Parameters } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { listedFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('reactions', () => {
  const server = runningServer();
  const member = server.as('member');
  const admin = server.as('admin');
  const guest = server.as('guest');

  const send = async (place: Parameters = { type: 'stream', to: 'general', topic: 'party' }) =>
    Number(succeeded(await member.post('/messages', { ...place, content: 'we did it' })).id);
  const react = (id: number, asked: Parameters, by = admin) => by.post(`/messages/${id}/reactions`, asked);
  const takeBack = (id: number, asked: Parameters, by = admin) => by.delete(`/messages/${id}/reactions`, asked);
  const listed = async (id: number, by = member): Promise<Loose[]> => list((await listedFor(by, id)).reactions);

  it('are listed with the message, and sent to those who have it', async () => {
    const id = await send();
    const { awaited } = await follow(member, { event_types: ['reaction'], fetch_event_types: [] });
    succeeded(await react(id, { emoji_name: 'tada' }));
    const { user_id, email, full_name } = admin.account;
    const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
    expect(await listed(id)).to.deep.equal([{ ...tada, user_id, user: { id: user_id, email, full_name } }]);
    const [event] = await awaited();
    expect(event).to.deep.include({
      ...tada,
      type: 'reaction',
      op: 'add',
      message_id: id,
      user_id,
      user: { user_id, email, full_name },
    });
    succeeded(await takeBack(id, { emoji_name: 'tada' }));
    expect(await listed(id)).to.deep.equal([]);
    expect(await awaited()).to.have.lengthOf(1);
  });

  it('name the wrong parameter', async () => {
    const id = await send();
    const expectBad = async (asked: Parameters, msg: string) => badRequest(await react(id, asked), msg);
    await expectBad({ emoji_name: 'blorp' }, "Emoji 'blorp' does not exist");
    await expectBad({ emoji_name: 'octopus', emoji_code: '1f389' }, 'Invalid emoji name.');
    await expectBad({ emoji_name: 'tada', emoji_code: 'zzz' }, 'Invalid emoji code.');
    await expectBad({ emoji_name: 'tada', reaction_type: 'sticker' }, 'Invalid emoji type.');
    succeeded(await react(id, { emoji_name: 'tada' }));
    await expectBad({ emoji_name: 'tada' }, 'Reaction already exists.');
    badRequest(await takeBack(id, { emoji_name: 'octopus' }), "Reaction doesn't exist.");
    badRequest(
      await takeBack(id, {}),
      'At least one of the following arguments must be present: emoji_name, emoji_code',
    );
    badRequest(await react(999_999, { emoji_name: 'tada' }), 'Invalid message(s)');
  });

  it('are not for users who may not read the message', async () => {
    const dialogue = await send({ type: 'private', to: [admin.account.user_id] });
    succeeded(await react(dialogue, { emoji_name: 'tada' }));
    badRequest(await react(dialogue, { emoji_name: 'tada' }, guest), 'Invalid message(s)');
  });

  it('from before leaving a private stream are shown to a former subscriber, later ones are not', async () => {
    const subscriptions = [{ name: 'club' }];
    const principals = [admin.account.user_id, member.account.user_id];
    succeeded(await member.post('/users/me/subscriptions', { subscriptions, invite_only: true, principals }));
    const id = await send({ type: 'stream', to: 'club', topic: 'secrets' });
    succeeded(await react(id, { emoji_name: 'tada' }));
    succeeded(await admin.delete('/users/me/subscriptions', { subscriptions: ['club'] }));
    succeeded(await react(id, { emoji_name: 'octopus' }, member));
    const names = (of: Loose[]) => of.map(({ emoji_name }) => emoji_name);
    expect(names(await listed(id, admin))).to.deep.equal(['tada']);
    expect(names(await listed(id, member))).to.deep.equal(['tada', 'octopus']);
    badRequest(await takeBack(id, { emoji_name: 'tada' }), 'Invalid message(s)');
  });

  it('are removed with the message', async () => {
    const id = await send();
    succeeded(await react(id, { emoji_name: 'tada' }));
    succeeded(await server.as('owner').delete(`/messages/${id}`));
    badRequest(await react(id, { emoji_name: 'octopus' }), 'Invalid message(s)');
  });
});
