/** States and transitions of subscription properties and muted topics: each test is one row (state, request, condition: result). */
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

const properties = '/users/me/subscriptions/properties';
const mutedTopics = '/users/me/subscriptions/muted_topics';

describe('states: subscription properties and topic mutes', () => {
  const server = runningServer();
  const member = server.as('member');
  let streamId: number;
  before(async () => {
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }] }));
    streamId = Number((await subscription()).stream_id);
  });

  const subscription = async (): Promise<Loose> => {
    const { subscriptions } = succeeded(await member.get('/users/me/subscriptions'));
    const found = list(subscriptions).find((one) => String(one.name) === 'plans');
    if (!found) throw new Error('not subscribed');
    return found;
  };
  const set = (property: string, value: unknown, stream_id = streamId) =>
    member.post(properties, { subscription_data: [{ stream_id, property, value }] });

  describe('Subscription property: any, POST .../properties, valid property and value: holds the new value', () => {
    for (const [property, value] of [
      ['color', '#a1b2c3'],
      ['color', '#abc'],
      ['is_muted', true],
      ['is_muted', false],
      ['pin_to_top', true],
      ['desktop_notifications', true],
      ['audible_notifications', false],
      ['push_notifications', true],
      ['email_notifications', false],
      ['wildcard_mentions_notify', true],
    ] as const)
      it(`${property}: ${value}; response echoes \`subscription_data\``, async () => {
        const subscription_data = [{ stream_id: streamId, property, value }];
        const body = succeeded(await member.post(properties, { subscription_data }));
        expect(body).to.deep.equal({ result: 'success', msg: '', subscription_data });
        expect(await subscription()).to.include({ [property]: value });
      });

    it('in_home_view is still accepted, and is the inverse of is_muted', async () => {
      succeeded(await set('in_home_view', false));
      expect(await subscription()).to.include({ is_muted: true, in_home_view: false });
      succeeded(await set('in_home_view', true));
      expect(await subscription()).to.include({ is_muted: false, in_home_view: true });
    });

    it('PATCH .../subscriptions/{stream_id} sets one of them', async () => {
      const one = `/users/me/subscriptions/${streamId}`;
      const subscription_data = [{ stream_id: streamId, property: 'is_muted', value: true }];
      const answered = succeeded(await member.patch(one, { property: 'is_muted', value: true }));
      expect(answered.subscription_data).to.deep.equal(subscription_data);
      expect(await subscription()).to.include({ is_muted: true });
      succeeded(await member.patch(one, { property: 'color', value: '#aabbcc' }));
      succeeded(await member.patch(one, { property: 'is_muted', value: 'false' }));
      expect(await subscription()).to.include({ is_muted: false, color: '#aabbcc' });
      refused(await member.patch(one, { property: 'is_muted', value: 'maybe' }), { msg: 'is_muted is not a boolean' });
      refused(await member.patch(one, { property: 'size', value: '1' }), {
        msg: 'Unknown subscription property: size',
      });
    });

    it('several properties, answered in their order', async () => {
      const subscription_data = [
        { stream_id: streamId, property: 'color', value: '#111111' },
        { stream_id: streamId, property: 'pin_to_top', value: false },
        { stream_id: streamId, property: 'color', value: '#222222' },
      ];
      expect(succeeded(await member.post(properties, { subscription_data })).subscription_data).to.deep.equal(
        subscription_data,
      );
      expect(await subscription()).to.include({ color: '#222222', pin_to_top: false });
    });

    it('the clients of the user get an event', async () => {
      const { news } = await follow(member, { event_types: ['subscriptions'] });
      succeeded(await set('pin_to_top', true));
      const expected = { property: 'pin_to_top', value: true, stream_id: streamId, name: 'plans' };
      expect((await news()).map(({ id, ...event }) => event)).to.deep.equal([
        { type: 'subscriptions', op: 'update', email: member.account.email, ...expected },
      ]);
    });

    it('an invalid property or value changes nothing, not even the properties before it', async () => {
      const before = await subscription();
      for (const [property, value, msg] of [
        ['colour', '#fff', 'Unknown subscription property: colour'],
        ['color', 'red', 'color is not a valid hex color code'],
        ['is_muted', 'yes', 'is_muted is not a boolean'],
        ['in_home_view', 'yes', 'in_home_view is not a boolean'],
      ] as const) {
        const wrong = { stream_id: streamId, property, value };
        const right = { stream_id: streamId, property: 'color', value: '#333333' };
        refused(await member.post(properties, { subscription_data: [right, wrong] }), { msg });
      }
      badRequest(await set('color', 1), 'subscription_data[0]["value"] is not a string or boolean');
      refused(await set('color', '#fff', 4711), { msg: 'Not subscribed to stream id 4711' });
      expect(await subscription()).to.deep.equal(before);
    });
  });

  describe('Topic mute', () => {
    const muted = async (): Promise<unknown[]> =>
      list(succeeded(await member.post('/register', { event_types: ['muted_topics'] })).muted_topics).map((one) => [
        one[0],
        one[1],
      ]);
    const mute = (op: string, topic: string, where: object = { stream: 'plans' }) =>
      member.patch(mutedTopics, { ...where, topic, op });

    it('unmuted, PATCH .../muted_topics with op=add: muted', async () => {
      expect(succeeded(await mute('add', 'lunch'))).to.deep.equal({ result: 'success', msg: '' });
      expect(await muted()).to.deep.equal([['plans', 'lunch']]);
    });

    it('muted, op=add: muted; error, msg says the topic is already muted', async () => {
      refused(await mute('add', 'lunch'), { msg: 'Topic already muted' });
      refused(await mute('add', 'LUNCH', { stream_id: streamId }), { msg: 'Topic already muted' });
      expect(await muted()).to.deep.equal([['plans', 'lunch']]);
    });

    it('muted, op=remove: unmuted', async () => {
      expect(succeeded(await mute('remove', 'Lunch', { stream_id: streamId }))).to.deep.equal({
        result: 'success',
        msg: '',
      });
      expect(await muted()).to.deep.equal([]);
    });

    it('unmuted, op=remove: unmuted; error, msg says the topic is not muted', async () => {
      refused(await mute('remove', 'lunch'), { msg: 'Topic is not muted' });
      refused(await mute('remove', 'lunch', { stream: 'never was' }), { msg: 'Topic is not muted' });
      refused(await mute('remove', 'lunch', { stream_id: 4711 }), { msg: 'Topic is not muted' });
      expect(await muted()).to.deep.equal([]);
    });

    it('muting needs a visible stream, by its name or its id but not both', async () => {
      badRequest(await mute('add', 'x', { stream: 'nowhere' }), "Invalid stream name 'nowhere'");
      badRequest(await mute('add', 'x', { stream_id: 4711 }), 'Invalid stream id');
      badRequest(await mute('add', 'x', {}), "Please supply 'stream'.");
      badRequest(
        await mute('add', 'x', { stream: 'plans', stream_id: streamId }),
        "Please choose one: 'stream' or 'stream_id'.",
      );
      badRequest(await mute('toggle', 'x'), 'Invalid op');
      expect(await muted()).to.deep.equal([]);
    });
  });
});
