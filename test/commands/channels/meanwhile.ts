/** Tests of `subscribe`: what others do between the pieces of a large decision. */
import { expect } from 'chai';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { type Given, given, meanwhile, realmId } from '../../support/given.ts';
import { channel, user } from '../../support/organization.ts';
import { archived, joins, leaves, newUser } from '../../support/past-events.ts';
import { privacyChanged } from '../../support/writes.ts';
import { added, names, past, prepared } from './subscribing.ts';

export function whatOthersDoMeanwhile(): void {
  describe('while others act', () => {
    const joining = (actor: number, name = 'Plans', before: readonly Given[] = past) =>
      given(before).when(subscribe, { channels: names(name), principals: [3, 4] }, { actor, prepared });
    const stillJoins = (decided: ReturnType<typeof joining>, ...events: Given[]) => {
      meanwhile(decided.state, ...events);
      return decided.decision.ok ? decided.decision.appends.at(0)?.still?.() : decided.decision.refusal;
    };

    it('continues as long as the stream is open to the requester', () => {
      expect(stillJoins(joining(2))).to.equal(true);
      expect(stillJoins(joining(2), archived(1, 'Plans'))).to.equal(false);
      expect(stillJoins(joining(2), privacyChanged(1, true))).to.equal(false);
      expect(stillJoins(joining(2), privacyChanged(1, true), joins(1, 2))).to.equal(true);
      expect(stillJoins(joining(3, 'secret'), leaves(2, 3))).to.equal(false);
    });

    it('continues with a private stream that the requester has just created for others, unless it is archived', () => {
      const settings = { inviteOnly: true };
      // More than the event of its making names.
      const many = Array.from({ length: limits.namedPerEventMax + 1 }, (_, at) => 100 + at);
      const people = many.flatMap((id) => newUser(id).slice(1));
      const make = (more: object = settings) => {
        const input = { channels: names('new'), principals: many, settings: more };
        const decided = given(past, people).when(subscribe, input, { actor: 1, prepared });
        const appends = decided.decision.ok ? decided.decision.appends : [];
        const created =
          appends[0]?.events.map((event): Given => ({ stream: logStream.channels(realmId), event })) ?? [];
        const rest = appends.find(({ events }) => events[0]?.type === 'SubscribersAdded');
        return { state: decided.state, created, still: () => rest?.still?.() };
      };
      const before = make();
      expect(before.still(), 'not folded yet').to.equal(true);
      meanwhile(before.state, ...before.created);
      expect(before.still()).to.equal(true);
      meanwhile(before.state, archived(3, 'new'));
      expect(before.still()).to.equal(false);
      // Made as a public one, it was closed by somebody else.
      const open = make({ inviteOnly: false });
      meanwhile(open.state, ...open.created, privacyChanged(3, true));
      expect(open.still()).to.equal(false);
    });

    it('returns whom it has left out, and lists the stream as closed', () => {
      const { decision } = joining(2);
      if (!decision.ok || !decision.resultWithout) throw new Error('refused');
      const archivedData = { channelId: channel(1), name: 'Plans' };
      const left = (...ids: number[]) =>
        added(1, { userIds: ids.map(user) }).events.concat({ type: 'ChannelArchived', data: archivedData });
      const refused = { alreadySubscribed: {}, unauthorized: ['Plans'], noticesFollow: true };
      expect(decision.resultWithout([])).to.deep.equal(decision.result);
      expect(decision.resultWithout(left(3, 4))).to.deep.equal({ ...refused, subscribed: {}, count: 0 });
      const subscribed = { 'user3@test.example': ['Plans'] };
      expect(decision.resultWithout(left(4))).to.deep.equal({ ...refused, subscribed, count: 1 });
      const others = [
        ...left(3),
        ...added(1, { userIds: [user(4)] }).events,
        ...added(9, { userIds: [user(3)] }).events,
      ];
      expect(decision.resultWithout(others)).to.include({ count: 0 });
      expect(decision.resultWithout(left().slice(1))).to.deep.equal(decision.result);
    });
  });
}
