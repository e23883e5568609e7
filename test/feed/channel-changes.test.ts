import { expect } from 'chai';
import { deliveredTo, feedOf, queueOf, summaries, withoutIds } from '../support/feed.ts';
import { archived, founded, joins, leaves, newUser, opened } from '../support/past-events.ts';
import * as writes from '../support/writes.ts';

/** Owner 1, members 2, 3 and 5, guests 4 and 6, a bot of member 2 who is 7. */
const people = [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2),
  ...newUser(3),
  ...newUser(4, { role: 600 }),
  ...newUser(5),
  ...newUser(6, { role: 600 }),
  ...writes.newBot(7, 2),
];
const all = [1, 2, 3, 4, 5, 6, 7];
const inPublic = [...people, opened(1, 'plans', [2, 4])];
const inPrivate = [...people, opened(1, 'plans', [2, 4, 5], { inviteOnly: true }), leaves(1, 5)];
const publicViewers = { kind: 'viewers', channelId: 1, public: true };
const update = { type: 'stream', op: 'update', stream_id: 1, name: 'plans' };

const received = ({ receivedBy }: ReturnType<typeof feedOf>, userId: number) => withoutIds(receivedBy(userId));

describe('client events about changed streams', () => {
  it('are for everyone who knows of the stream, in the order of the original API', () => {
    const news = [writes.retentionChanged(1, 30), writes.channelDescribed(1, 'new'), writes.postPolicyChanged(1, 2)];
    const feed = feedOf(inPublic, news);
    expect(received(feed, 3)).to.deep.equal([
      { ...update, property: 'message_retention_days', value: 30 },
      { ...update, property: 'description', value: 'new', rendered_description: '<p>new</p>' },
      { ...update, property: 'stream_post_policy', value: 2 },
      { ...update, property: 'is_announcement_only', value: true },
    ]);
    expect(summaries(feed).map(([, scope]) => scope)).to.deep.equal(Array(4).fill(publicViewers));
    expect(received(feed, 6)).to.deep.equal([]);
  });

  it('of a default stream: with the list of default streams', () => {
    const feed = feedOf([...inPublic, writes.madeDefault(1)], [writes.channelDescribed(1, 'new')]);
    expect(received(feed, 3)).to.have.nested.property('[1].default_streams[0].description', 'new');
  });

  it('that becomes private: a deletion for those who no longer know of it, with its former name', () => {
    const feed = feedOf(inPublic, [writes.privacyChanged(1, true)]);
    const change = { ...update, property: 'invite_only', value: true, history_public_to_subscribers: false };
    expect(all.map((id) => received(feed, id).map(({ op }) => op))).to.deep.equal([
      ['update'],
      ['update'],
      ['delete'],
      ['update'],
      ['delete'],
      [],
      ['delete'],
    ]);
    expect(received(feed, 2)).to.deep.equal([change]);
    expect(received(feed, 3)[0]).to.nested.include({ 'streams[0].stream_id': 1, 'streams[0].invite_only': false });
  });

  it('that becomes public: the stream, with its subscribers, for those who did not know of it', () => {
    const past = [...inPrivate, writes.wants(5, 1, { pin_to_top: true })];
    const feed = feedOf(past, [writes.privacyChanged(1, false)]);
    expect(all.map((id) => received(feed, id).map(({ op }) => op))).to.deep.equal([
      ['update'],
      ['update'],
      ['create'],
      ['update'],
      ['create'],
      [],
      ['create'],
    ]);
    const [never] = received(feed, 3);
    expect(never).to.nested.include({ type: 'stream', 'streams[0].stream_id': 1, 'streams[0].invite_only': false });
    expect(never).to.have.deep.nested.property('streams[0].subscribers', [2, 4]);
    expect(never).not.to.have.nested.property('streams[0].pin_to_top');
    expect(received(feed, 5)[0]).to.nested.include({ 'streams[0].pin_to_top': true, 'streams[0].in_home_view': true });
  });

  it('that becomes public: with the default properties for those who left and had set none', () => {
    const [once] = received(feedOf(inPrivate, [writes.privacyChanged(1, false)]), 5);
    expect(once).to.nested.include({ type: 'stream', op: 'create' });
    expect(once).to.nested.include({ 'streams[0].pin_to_top': false, 'streams[0].color': '#76ce90' });
  });

  it('are for those who were subscribed at that time, whatever happened since', () => {
    const { clientEvents, state } = feedOf(inPublic, [writes.privacyChanged(1, true), joins(1, 3), leaves(1, 2)]);
    const [deletion, change] = clientEvents;
    if (!deletion || !change) throw new Error('no client event');
    expect([2, 3].map((id) => deliveredTo(state, queueOf(id), deletion).length)).to.deep.equal([0, 1]);
    expect([2, 3].map((id) => deliveredTo(state, queueOf(id), change).length)).to.deep.equal([1, 0]);
  });

  it('whose history is opened or closed: nothing for those who do not know of it', () => {
    const feed = feedOf(inPrivate, [writes.privacyChanged(1, true, true)]);
    expect(received(feed, 2)).to.deep.equal([
      { ...update, property: 'invite_only', value: true, history_public_to_subscribers: true },
    ]);
    expect([3, 5, 6, 7].flatMap((id) => received(feed, id))).to.deep.equal([]);
  });

  it('do not exist for archived streams', () => {
    const past = [...inPublic, archived(1, 'plans')];
    const news = [writes.privacyChanged(1, true), writes.channelDescribed(1, 'x'), writes.channelRenamed(1, 'x', 'y')];
    expect(feedOf(past, news).clientEvents).to.deep.equal([]);
  });
});
