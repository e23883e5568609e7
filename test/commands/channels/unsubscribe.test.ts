import { expect } from 'chai';
import { unsubscribe } from '../../../commands/channels/unsubscribe.ts';
import type { Append } from '../../../src/define/command.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { archived, opened } from '../../support/past-events.ts';
import { crowd, crowded, manyNames } from './crowd.ts';

const past = [...organization(), opened(1, 'Plans', [1, 3]), opened(2, 'secret', [3, 4], { inviteOnly: true })];
const asks = askingFor(unsubscribe, past);

const removed = (id: number, ...ids: number[]): Append =>
  appends(logStream.channel(realmId, channel(id)), 'SubscribersRemoved', {
    channelId: channel(id),
    userIds: ids.map(user),
  });

describeCommand(unsubscribe, () => {
  it('unsubscribes the requester, and returns the streams', () => {
    const result = asks(3, { names: ['PLANS'] }).thenHappens(removed(1, 3));
    expect(result).to.deep.equal({ removed: ['Plans'], notRemoved: [], count: 1 });
  });

  it('is limited in the number of streams times users', () => {
    const open = manyNames.map(({ name }, at) => opened(10 + at, name, [1]));
    const asked = manyNames.map(({ name }) => name);
    given(crowded, ...open)
      .when(unsubscribe, { names: asked, principals: crowd }, { actor: 1 })
      .thenRefused('subscriptions-too-many');
    given(crowded, ...open)
      .when(unsubscribe, { names: asked, principals: crowd.slice(1) }, { actor: 1 })
      .thenNothing();
  });

  it('lets guests leave', () => {
    asks(4, { names: ['secret'] }).thenHappens(removed(2, 4));
  });

  it('changes nothing for users who are not subscribed, and reports them', () => {
    const when = asks(2, { names: ['Plans'] });
    when.thenNothing();
    when.thenAnswers({ removed: [], notRemoved: ['Plans'], count: 0 });
  });

  it('refuses an unknown stream before anything happens, naming the first', () => {
    const { decision, thenRefused } = asks(3, { names: ['Plans', ' x ', 'y'] });
    thenRefused('channel-unknown');
    expect(decision).to.have.nested.property('refusal.name', 'x');
  });

  it('refuses an archived stream as unknown', () => {
    asks(3, { names: ['Plans'] }, archived(1, 'Plans')).thenRefused('channel-unknown');
  });

  it('may leave streams without subscribers, of which a policy archives the private ones', () => {
    asks(1, { names: ['Plans', 'secret'], principals: [1, 3, 4] }).thenHappens(removed(1, 1, 3), removed(2, 3, 4));
  });

  it('names a stream in both lists when only some users were subscribed', () => {
    const result = asks(1, { names: ['Plans', 'plans'], principals: [2, 3] }).thenHappens(removed(1, 3));
    expect(result).to.deep.equal({ removed: ['Plans'], notRemoved: ['Plans'], count: 1 });
  });

  it('allows only administrators to unsubscribe others, and does not reveal who exists', () => {
    asks(3, { names: ['Plans'], principals: [1] }).thenRefused('unsubscribe-others-not-permitted');
    asks(3, { names: ['Plans'], principals: [3, 1] }).thenRefused('unsubscribe-others-not-permitted');
    asks(3, { names: ['Plans'], principals: [77] }).thenRefused('unsubscribe-others-not-permitted');
    asks(2, { names: ['Plans'], principals: [77] }).thenRefused('principal-unknown');
  });

  it('allows everybody to name themselves as principal', () => {
    asks(3, { names: ['Plans'], principals: ['user3@test.example'] }).thenHappens(removed(1, 3));
  });
});
