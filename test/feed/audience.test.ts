import { expect } from 'chai';
import { entitled } from '../../src/feed/audience.ts';
import type { Scope } from '../../src/feed/client-event.ts';
import type { Queue } from '../../src/state/queues.ts';
import { queueOf } from '../support/feed.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { channel, user } from '../support/organization.ts';
import { founded, inTopic, joins, leaves, newUser, opened, sends } from '../support/past-events.ts';
import { newBot, roleChanged } from '../support/writes.ts';

/** Owner 1, administrator 2, members 3 and 4, guests 5 and 6, bot 7 with an administrator's role. */
const people = [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2, { role: 200 }),
  ...newUser(3),
  ...newUser(4),
  ...newUser(5, { role: 600 }),
  ...newUser(6, { role: 600 }),
  ...newBot(7, 3),
  roleChanged(7, 200, 400),
];
const everyone = [1, 2, 3, 4, 5, 6, 7];
/** The position of the nth event after `people`. The registration of the organization is at position 1. */
const position = (number: number): number => 1 + people.length + number;

/** Who gets an event with that scope, right after the nth of the events. */
function audienceOf(
  scope: Scope,
  events: readonly Given[],
  number = events.length,
  own: Partial<Queue['options']> = {},
) {
  const state = stateAfter([...people, ...events]);
  const entitledTo = (id: number) => entitled(state, scope, queueOf(id, own), position(number));
  return {
    direct: everyone.filter((id) => entitledTo(id) === 'direct'),
    public: everyone.filter((id) => entitledTo(id) === 'public'),
    left: everyone.filter((id) => entitledTo(id) === 'left'),
  };
}
const directly = (scope: Scope, events: readonly Given[] = [], number = events.length) =>
  audienceOf(scope, events, number).direct;
const users = (...ids: number[]) => ids.map(user);

describe('the audience of a client event', () => {
  it('is everyone', () => {
    expect(directly({ kind: 'everyone' })).to.deep.equal(everyone);
  });

  it('is the named users', () => {
    expect(directly({ kind: 'users', userIds: users(2, 4, 6) })).to.deep.equal([2, 4, 6]);
    expect(directly({ kind: 'users', userIds: users(1) })).to.deep.equal([1]);
    expect(directly({ kind: 'users', userIds: users(3, 7) })).to.deep.equal([3, 7]);
    expect(directly({ kind: 'users', userIds: users(...everyone) })).to.deep.equal(everyone);
    expect(directly({ kind: 'users', userIds: [] })).to.deep.equal([]);
  });

  it('is everyone but guests, plus the named users', () => {
    expect(directly({ kind: 'non-guests' })).to.deep.equal([1, 2, 3, 4, 7]);
    expect(directly({ kind: 'non-guests', plus: users(6) })).to.deep.equal([1, 2, 3, 4, 6, 7]);
  });

  it('is the human administrators, plus the named users', () => {
    expect(directly({ kind: 'administrators' })).to.deep.equal([1, 2]);
    expect(directly({ kind: 'administrators', plus: users(5) })).to.deep.equal([1, 2, 5]);
  });

  it('follows the roles right after the event, not the current ones', () => {
    const changes = [roleChanged(3, 200, 400), roleChanged(3, 600, 200)];
    expect(directly({ kind: 'administrators' }, changes, 0)).to.deep.equal([1, 2]);
    expect(directly({ kind: 'administrators' }, changes, 1)).to.deep.equal([1, 2, 3]);
    expect(directly({ kind: 'non-guests' }, changes, 1)).to.deep.equal([1, 2, 3, 4, 7]);
    expect(directly({ kind: 'non-guests' }, changes, 2)).to.deep.equal([1, 2, 4, 7]);
  });

  describe('of events for those who know of a stream', () => {
    const events = [opened(1, 'plans', [3, 5]), leaves(1, 3), joins(1, 6)];
    const viewers = (isPublic: boolean, own: { minus?: ReturnType<typeof users> } = {}): Scope => ({
      kind: 'viewers',
      channelId: channel(1),
      public: isPublic,
      ...own,
    });

    it('is human administrators, subscribers, and for a public stream everyone but guests', () => {
      expect(directly(viewers(true), events)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
      expect(directly(viewers(true), events, 1)).to.deep.equal([1, 2, 3, 4, 5, 7]);
      expect(directly(viewers(false), events)).to.deep.equal([1, 2, 5, 6]);
      expect(directly(viewers(false), events, 1)).to.deep.equal([1, 2, 3, 5]);
    });

    it('leaves out the named users', () => {
      expect(directly(viewers(true, { minus: users(1, 3, 5) }), events)).to.deep.equal([2, 4, 6, 7]);
      expect(directly(viewers(false, { minus: users(2) }), events)).to.deep.equal([1, 5, 6]);
    });
  });

  describe('of messages of a stream', () => {
    const message = (id: number) => sends(id, 1, inTopic(1, 'x'));
    const events = [opened(1, 'plans', [3, 5]), message(1), leaves(1, 3), joins(1, 4), message(2), leaves(1, 4)];
    const receivers = (...ids: number[]): Scope => ({
      kind: 'receivers',
      channelId: channel(1),
      messageIds: ids as never,
    });
    const ofChannel = (own: Partial<Extract<Scope, { kind: 'channel' }>> = {}): Scope => ({
      kind: 'channel',
      channelId: channel(1),
      ...own,
    });

    it('is those who received one of them, and apart from them those who have left', () => {
      expect(audienceOf(receivers(1), events)).to.deep.equal({ direct: [5], public: [], left: [3] });
      expect(audienceOf(receivers(2), events)).to.deep.equal({ direct: [5], public: [], left: [4] });
      expect(audienceOf(receivers(1, 2), events)).to.deep.equal({ direct: [5], public: [], left: [3, 4] });
      expect(audienceOf(receivers(), events)).to.deep.equal({ direct: [], public: [], left: [] });
    });

    it('is those who were subscribed right after the event', () => {
      expect(directly(ofChannel(), events, 2)).to.deep.equal([3, 5]);
      expect(directly(ofChannel(), events, 3)).to.deep.equal([5]);
      expect(directly(ofChannel(), events, 4)).to.deep.equal([4, 5]);
    });

    it('is also those who received one of the changed messages and have left, guests only if asked for', () => {
      const changed = (...ids: number[]) =>
        ofChannel({ changed: ids as never, former: 'non-guests', everyPublic: true });
      expect(directly(changed(1), events)).to.deep.equal([3, 5]);
      expect(directly(changed(2), events)).to.deep.equal([4, 5]);
      expect(directly(changed(1, 2), events)).to.deep.equal([3, 4, 5]);
      const gone = [...events, leaves(1, 5)];
      expect(directly(changed(1), gone)).to.deep.equal([3]);
      const toAll = { ...changed(1), former: 'everyone' } as Scope;
      expect(audienceOf(toAll, gone)).to.deep.equal({ direct: [3], public: [], left: [5] });
      const inPrivate = { ...toAll, everyPublic: false } as Scope;
      expect(audienceOf(inPrivate, gone)).to.deep.equal({ direct: [], public: [], left: [3, 5] });
      expect(directly(ofChannel({ changed: [1] as never }), events), 'not asked for').to.deep.equal([5]);
    });

    it('includes subscribers who received none of the changed messages, like queues of all public streams', () => {
      const since = [...events, joins(1, 6)];
      const scope = ofChannel({ changed: [1] as never });
      expect(audienceOf(scope, since)).to.deep.equal({ direct: [5], public: [6], left: [] });
      expect(directly(ofChannel(), since)).to.deep.equal([5, 6]);
    });

    it('is those who received the message, if it is named, plus the named users', () => {
      expect(directly(ofChannel({ messageId: 1 as never }), events)).to.deep.equal([3, 5]);
      expect(directly(ofChannel({ messageId: 2 as never, plus: users(7) }), events)).to.deep.equal([4, 5, 7]);
    });

    it('is also, for a public stream, the queues that asked for all public streams, except those of guests', () => {
      const wants: Partial<Queue['options']>[] = [{ allPublicStreams: true }, { narrow: [['is', 'mentioned']] }];
      for (const own of wants) {
        expect(audienceOf(ofChannel({ everyPublic: true }), events, 6, own)).to.deep.equal({
          direct: [5],
          public: [1, 2, 3, 4, 7],
          left: [],
        });
        expect(audienceOf(ofChannel({ everyPublic: false }), events, 6, own).public).to.deep.equal([]);
        expect(audienceOf(ofChannel(), events, 6, own).public).to.deep.equal([]);
      }
      expect(audienceOf(ofChannel({ everyPublic: true }), events).public).to.deep.equal([]);
    });
  });
});
