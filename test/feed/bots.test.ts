import { expect } from 'chai';
import { without } from '../../src/feed/erase.ts';
import { feedOf, summaries } from '../support/feed.ts';
import { founded, newUser } from '../support/past-events.ts';
import {
  avatarChanged,
  deactivated,
  keyRotated,
  newBot,
  ownerChanged,
  reactivated,
  renamed,
  serviceChanged,
} from '../support/writes.ts';

/** Owner 1, administrator 2, members 3 and 4; bot 5 is member 3's, bot 6 the organization's own. */
const people = [founded(), ...newUser(1, { role: 100 }), ...newUser(2, { role: 200 }), ...newUser(3), ...newUser(4)];
const past = [
  ...people,
  ...newBot(5, 3, { type: 3, service: { payloadUrl: 'http://a.example/', interface: 1 } }),
  ...newBot(6, null),
];
const keepers = { kind: 'administrators', plus: [3] };

const aboutBots = (...news: Parameters<typeof feedOf>[1]) =>
  summaries(feedOf(past, news)).filter(([what]) => what.startsWith('realm_bot'));
const heardBy = (id: number, ...news: Parameters<typeof feedOf>[1]) =>
  feedOf(past, news)
    .receivedBy(id)
    .filter(({ type }) => type === 'realm_bot')
    .map(({ id: _, type: __, ...event }) => event);

describe('client events about bots', () => {
  it('are for their owner and for human administrators', () => {
    const news = [...newBot(7, 3), deactivated(5), reactivated(5), renamed(5, 'Robot'), keyRotated(5, 2)];
    expect(aboutBots(...news, serviceChanged(5, 'http://b.example/'))).to.deep.equal([
      ['realm_bot add', keepers],
      ['realm_bot remove', keepers],
      ['realm_bot add', keepers],
      ['realm_bot update full_name', keepers],
      ['realm_bot update api_key', keepers],
      ['realm_bot update services', keepers],
    ]);
    expect(heardBy(3, renamed(5, 'Robot'))).to.deep.equal(heardBy(2, renamed(5, 'Robot')));
    expect(heardBy(4, renamed(5, 'Robot'))).to.deep.equal([]);
    expect(heardBy(5, renamed(5, 'Robot'))).to.deep.equal([]);
  });

  it('do not exist for people, nor for bots without an owner', () => {
    expect(aboutBots(keyRotated(3, 2), renamed(3, 'Three'), renamed(6, 'Bot'), keyRotated(6, 2))).to.deep.equal([]);
  });

  it('contain no secret before they are delivered', () => {
    const { clientEvents, receivedBy } = feedOf(past, [
      ...newBot(7, 3),
      keyRotated(5, 2),
      serviceChanged(5, 'http://b.example/'),
    ]);
    expect(JSON.stringify(clientEvents)).not.to.match(/api_key":|key \d of|token of/);
    expect(receivedBy(3).filter(({ type }) => type === 'realm_bot')).to.have.nested.property(
      '[0].bot.api_key',
      'key 1 of 7',
    );
  });

  it('contain the bot, its API key of that generation, and its services with the token', () => {
    expect(heardBy(3, keyRotated(5, 4))).to.deep.equal([{ op: 'update', bot: { user_id: 5, api_key: 'key 4 of 5' } }]);
    expect(heardBy(3, keyRotated(5, 4, 2))).to.deep.equal([
      { op: 'update', bot: { user_id: 5, api_key: 'key 4 of 5' } },
      {
        op: 'update',
        bot: { user_id: 5, services: [{ base_url: 'http://a.example/', interface: 1, token: 'token 2 of 5' }] },
      },
    ]);
    expect(heardBy(2, serviceChanged(5, 'http://b.example/'))).to.deep.equal([
      {
        op: 'update',
        bot: { user_id: 5, services: [{ base_url: 'http://b.example/', interface: 1, token: 'token of 5' }] },
      },
    ]);
    const avatar = heardBy(3, avatarChanged(5, 2, 'sha', null));
    expect(avatar.map(({ op, bot }) => [op, Object.keys(bot as object)])).to.deep.equal([
      ['update', ['user_id', 'avatar_url']],
    ]);
    expect(avatar[0]).to.have.nested.property('bot.avatar_url').that.includes('/user_avatars/1/5_');
    expect(heardBy(3, ...newBot(7, 3))[0]).to.nested.include({ op: 'add', 'bot.owner_id': 3, 'bot.is_active': true });
    expect(heardBy(3, deactivated(5))).to.deep.equal([{ op: 'remove', bot: { user_id: 5, full_name: 'Bot 5' } }]);
  });

  it('are removed with the person if they contain the name of the bot, and only then', () => {
    const left = (...news: Parameters<typeof feedOf>[1]) =>
      feedOf(past, news)
        .clientEvents.map(({ clientEvent }) => clientEvent)
        .filter(({ type }) => type === 'realm_bot')
        .map((clientEvent) => without(clientEvent, 'person-5') !== undefined);
    expect([left(renamed(5, 'Robot')), left(keyRotated(5, 2))]).to.deep.equal([[false], [false]]);
    expect(left(ownerChanged(5, 2, 3))).to.deep.equal([true, true]);
  });

  it('remove a bot from its previous owner and add it for the next; administrators get its new owner', () => {
    expect(aboutBots(ownerChanged(5, 4, 3))).to.deep.equal([
      ['realm_bot delete', { kind: 'users', userIds: [3] }],
      ['realm_bot add', { kind: 'users', userIds: [4] }],
      ['realm_bot update owner_id', { kind: 'administrators' }],
    ]);
    expect(aboutBots(ownerChanged(5, 2, 3)).map(([what]) => what)).to.deep.equal([
      'realm_bot delete',
      'realm_bot update owner_id',
    ]);
    const given = [ownerChanged(5, 4, 3), keyRotated(5, 2, 2)];
    expect(JSON.stringify(heardBy(3, ...given))).not.to.match(/key 2|token 2/);
    expect(heardBy(4, ...given).at(-2)).to.deep.equal({ op: 'update', bot: { user_id: 5, api_key: 'key 2 of 5' } });
    expect(heardBy(1, ownerChanged(5, 4, 3))).to.deep.equal([{ op: 'update', bot: { user_id: 5, owner_id: 4 } }]);
  });
});
