import { expect } from 'chai';
import { editSubscriptions } from '../../../commands/channels/edit-subscriptions.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { settingsChanged } from '../../support/writes.ts';
import { describedUpTo, fullOfChannels, leftTooMany, leftTooOften, withFewStreams } from './subscribing.ts';

const past = [
  ...organization(),
  opened(1, 'Plans', [1]),
  opened(2, 'Other', [3]),
  opened(3, 'secret', [1], { inviteOnly: true }),
];
const prepared = new Map<string, string>();
const asks = askingFor(editSubscriptions, past, { prepared });

describeCommand(editSubscriptions, () => {
  withFewStreams();

  it('subscribes and unsubscribes in one request', () => {
    const result = asks(3, { add: [{ name: 'Plans' }], remove: ['Other'] }).thenHappens(
      appends(logStream.channel(realmId, channel(1)), 'SubscribersAdded', {
        channelId: channel(1),
        userIds: [user(3)],
      }),
      appends(logStream.channel(realmId, channel(2)), 'SubscribersRemoved', {
        channelId: channel(2),
        userIds: [user(3)],
      }),
    );
    expect(result).to.deep.include({ subscribed: { 'user3@test.example': ['Plans'] }, removed: ['Other'] });
  });

  it('lists the streams that were closed in the meantime as unauthorized', () => {
    const { decision } = asks(3, { add: [{ name: 'Plans' }], remove: ['Other'] });
    if (!decision.ok) throw new Error('refused');
    const [joined] = decision.appends;
    expect(decision.resultWithout?.(joined?.events ?? [])).to.deep.include({
      subscribed: {},
      unauthorized: ['Plans'],
      removed: ['Other'],
    });
  });

  it('creates no streams for users who may not create streams', () => {
    asks(3, { add: [{ name: 'new' }], remove: [] }, settingsChanged({ create_stream_policy: 2 })).thenRefused(
      'channel-create-not-permitted',
    );
  });

  it('does nothing when either part is refused', () => {
    asks(3, { add: [{ name: 'Plans' }], remove: ['nowhere'] }).thenRefused('channel-unknown');
    asks(3, { add: [{ name: ' ' }], remove: ['Other'] }).thenRefused('channel-name-invalid');
  });

  it('refuses what subscribing refuses', () => {
    for (const [entry, code] of [
      [{ name: 'n'.repeat(61) }, 'channel-name-too-long'],
      [{ name: 'new', description: 'd'.repeat(1025) }, 'channel-description-too-long'],
      [{ name: 'secret' }, 'channel-inaccessible'],
    ] as const)
      asks(3, { add: [entry], remove: ['Other'] }).thenRefused(code);
    asks(4, { add: [], remove: ['Other'] }).thenRefused('guest-not-allowed');
  });

  it('refuses more streams, or longer descriptions in all, than an organization may have', () => {
    given(fullOfChannels())
      .when(editSubscriptions, { add: [{ name: 'one more' }], remove: [] }, { actor: 3, prepared })
      .thenRefused('channels-too-many');
    given(describedUpTo(2))
      .when(editSubscriptions, { add: [{ name: 'one more', description: 'abc' }], remove: [] }, { actor: 3, prepared })
      .thenRefused('channel-descriptions-too-long');
  });

  it('subscribes nobody who has left too often', () => {
    given(leftTooOften())
      .when(editSubscriptions, { add: [{ name: 'Stream 10' }], remove: [] }, { actor: 3, prepared })
      .thenRefused('left-too-often');
    given(leftTooMany())
      .when(editSubscriptions, { add: [{ name: 'Plans' }], remove: [] }, { actor: 3, prepared })
      .thenRefused('subscriptions-ended-too-many');
  });

  it('renders the descriptions of new streams', async () => {
    const when = await given(past).whenPrepared(
      editSubscriptions,
      { add: [{ name: 'new', description: 'We' }], remove: [] },
      { actor: 3 },
    );
    expect(when.rendered).to.deep.equal(['We']);
  });

  it('changes nothing when asked twice, and for the service itself', () => {
    const input = { add: [{ name: 'Plans' }], remove: ['Other'] };
    asks(3, input).andThen().when(editSubscriptions, input, { actor: 3, prepared }).thenNothing();
    asks(null, input).thenNothing();
  });
});
