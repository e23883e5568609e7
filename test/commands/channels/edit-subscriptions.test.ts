import { expect } from 'chai';
import { editSubscriptions } from '../../../commands/channels/edit-subscriptions.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { given, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { opened } from '../../support/past.ts';

const past = [...organization(), opened(1, 'Plans', [1]), opened(2, 'Other', [3])];
const prepared = new Map<string, string>();

describe('edit subscriptions', () => {
  it('joins and leaves in one go', () => {
    const result = given(past)
      .when(editSubscriptions, { add: [{ name: 'Plans' }], remove: ['Other'] }, { actor: 3, prepared })
      .thenHappens(
        {
          stream: logStream.channel(realmId, channel(1)),
          events: [{ type: 'SubscribersAdded', data: { channelId: channel(1), userIds: [user(3)] } }],
        },
        {
          stream: logStream.channel(realmId, channel(2)),
          events: [{ type: 'SubscribersRemoved', data: { channelId: channel(2), userIds: [user(3)] } }],
        },
      );
    expect(result).to.deep.include({ subscribed: { 'user3@test.example': ['Plans'] }, removed: ['Other'] });
  });

  it('does nothing when either half is refused', () => {
    given(past)
      .when(editSubscriptions, { add: [{ name: 'Plans' }], remove: ['nowhere'] }, { actor: 3, prepared })
      .thenRefused('channel-unknown');
    given(past)
      .when(editSubscriptions, { add: [{ name: ' ' }], remove: ['Other'] }, { actor: 3, prepared })
      .thenRefused('channel-name-invalid');
  });
});
