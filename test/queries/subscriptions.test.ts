import { expect } from 'chai';
import { realmOf, userOf } from '../../src/queries/realm.ts';
import { allSubscriptions, type SubscriptionsAsked, subscriptionsOf } from '../../src/queries/subscriptions.ts';
import { streamEmailAddress } from '../../src/wire/stream-email.ts';
import { type Given, realmId, testNow } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { archived, inTopic, joins, leaves, opened, sends } from '../support/past-events.ts';
import { channelRenamed, deactivated, wants } from '../support/writes.ts';

/** Member 3 is in public 1 and private 2, left public 3 and private 4, never was in public 5 and private 6; 7 is archived. */
const past: Given[] = [
  ...organization(),
  opened(1, 'one', [1, 3, 4]),
  opened(2, 'Two', [3, 1], { inviteOnly: true }),
  opened(3, 'three', [3, 1, 4]),
  opened(4, 'four', [3, 1], { inviteOnly: true }),
  opened(5, 'five', [1]),
  opened(6, 'six', [1], { inviteOnly: true }),
  opened(7, 'seven', [3]),
  leaves(3, 3, 4),
  leaves(4, 3),
  archived(7, 'seven'),
];

async function asked(id: number, more: readonly Given[] = [], includeSubscribers = false): Promise<SubscriptionsAsked> {
  const view = await readAfter(past, more);
  return {
    view,
    realmId,
    realm: await realmOf(view, realmId),
    user: await userOf(view, realmId, user(id)),
    includeSubscribers,
    now: testNow,
    traffic: async (_view, { channelId }) => channelId * 100,
  };
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('GET /users/me/subscriptions', () => {
  it("lists the caller's subscriptions by name", async () => {
    expect(namesOf(await subscriptionsOf(await asked(3)))).to.deep.equal(['one', 'Two']);
    expect(namesOf(await subscriptionsOf(await asked(3, [leaves(1, 3), joins(3, 3)])))).to.deep.equal(['three', 'Two']);
    expect(await subscriptionsOf(await asked(2))).to.deep.equal([]);
  });

  it('has every field, with its default', async () => {
    const [, row] = await subscriptionsOf(await asked(3, [sends(4, 1, inTopic(2, 't'))]));
    expect(row).to.deep.equal({
      stream_id: 2,
      name: 'Two',
      description: '',
      rendered_description: '',
      invite_only: true,
      is_web_public: false,
      stream_post_policy: 1,
      history_public_to_subscribers: false,
      first_message_id: 4,
      message_retention_days: null,
      is_announcement_only: false,
      email_address: streamEmailAddress({ channelId: 2, name: 'Two' }, 'test.example'),
      stream_weekly_traffic: 200,
      color: '#fae589',
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      audible_notifications: null,
      desktop_notifications: null,
      email_notifications: null,
      push_notifications: null,
      wildcard_mentions_notify: null,
    });
  });

  it('has the values that the caller set', async () => {
    const set = {
      color: '#123456',
      is_muted: true,
      pin_to_top: true,
      audible_notifications: true,
      desktop_notifications: false,
      email_notifications: true,
      push_notifications: false,
      wildcard_mentions_notify: false,
    };
    const [row] = await subscriptionsOf(await asked(3, [wants(3, 1, set), wants(1, 1, {})]));
    expect(row).to.deep.include({ ...set, in_home_view: false });
  });

  it('contains subscribers on request: ascending ids, including deactivated users', async () => {
    const rows = await subscriptionsOf(await asked(3, [joins(1, 5, 2), deactivated(4)], true));
    expect(rows.map(({ subscribers }) => subscribers)).to.deep.equal([
      [1, 2, 3, 4, 5],
      [1, 3],
    ]);
  });
});

describe('subscriptions of a registration', () => {
  const lists = async (id: number, includeSubscribers = false) => {
    const all = await allSubscriptions(await asked(id, [], includeSubscribers));
    return [all.subscribed, all.unsubscribed, all.neverSubscribed] as const;
  };

  it('are present, former and other streams; no archived ones, and no private ones of others', async () => {
    expect((await lists(3)).map(namesOf)).to.deep.equal([['one', 'Two'], ['three'], ['five']]);
  });

  it('contain private streams of others for human administrators', async () => {
    expect((await lists(2)).map(namesOf)).to.deep.equal([[], [], ['five', 'four', 'one', 'six', 'three', 'Two']]);
  });

  it('contain only their own streams for guests', async () => {
    expect((await lists(4)).map(namesOf)).to.deep.equal([['one'], [], []]);
  });

  it('contain the subscribers of every stream that the user may see', async () => {
    const subscribers = async (id: number) => (await lists(id, true)).map((list) => list.map((row) => row.subscribers));
    expect(await subscribers(3)).to.deep.equal([
      [
        [1, 3, 4],
        [1, 3],
      ],
      [[1]],
      [[1]],
    ]);
    expect(await subscribers(4)).to.deep.equal([[[1, 3, 4]], [], []]);
    expect((await subscribers(2))[2]).to.deep.equal([[1], [1], [1, 3, 4], [1], [1], [1, 3]]);
  });

  it('contain only shared properties for streams never subscribed', async () => {
    const [, , [five]] = await lists(3);
    expect(five).to.deep.include({ stream_id: 5, stream_weekly_traffic: 500, first_message_id: null });
    expect(five).to.have.property('email_address');
    expect(five).not.to.have.any.keys('color', 'is_muted', 'subscribers');
  });
});

describe('the e-mail address of a stream', () => {
  it('has the name in ASCII, and a token that renaming does not change', async () => {
    const before = streamEmailAddress({ channelId: 1, name: 'Ünï  & Co.' }, 'test.example');
    const token = /^uni-co\.([0-9a-f]{32})@test\.example$/.exec(before)?.[1];
    expect(token).to.be.a('string');
    const rows = await subscriptionsOf(await asked(3, [channelRenamed(1, '你好', 'one')]));
    expect(rows.find(({ stream_id }) => stream_id === 1)?.email_address).to.equal(`${token}@test.example`);
    expect(streamEmailAddress({ channelId: 2, name: 'x' }, 'test.example')).not.to.include(token);
  });

  it('has at most 64 characters before the @', () => {
    const [local = ''] = streamEmailAddress({ channelId: 1, name: 'x'.repeat(60) }, 'test.example').split('@');
    expect(local).to.have.length(64);
  });
});
