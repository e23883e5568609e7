import { expect } from 'chai';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { given } from '../../support/given.ts';
import { channel, user } from '../../support/organization.ts';
import { added, names, past, prepared } from './subscribing.ts';

describe('subscribe to private streams', () => {
  it('are closed to whoever is not in them, owners included', () => {
    given(past)
      .when(subscribe, { channels: names('SECRET') }, { actor: 1, prepared })
      .thenRefused('channel-inaccessible');
  });

  it('are left out and told, where that was asked for', () => {
    const input = { channels: names('secret', 'Plans'), authorizationErrorsFatal: false };
    const result = given(past)
      .when(subscribe, input, { actor: 2, prepared })
      .thenHappens(added(1, { userIds: [user(2)] }));
    expect(result.unauthorized).to.deep.equal(['secret']);
  });

  it('open to others by those who are in them', () => {
    given(past)
      .when(subscribe, { channels: names('secret'), principals: [4] }, { actor: 3, prepared })
      .thenHappens(added(2, { userIds: [user(4)], notify: [{ userIds: [user(4)], channelIds: [channel(2)] }] }));
  });

  it('ask for the access of the requester, not of the principal', () => {
    given(past)
      .when(subscribe, { channels: names('secret'), principals: [3] }, { actor: 2, prepared })
      .thenRefused('channel-inaccessible');
  });
});
