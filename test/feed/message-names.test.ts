import { expect } from 'chai';
import { messageNames } from '../../src/feed/message-names.ts';
import { stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { between, came, founded, inTopic, opened } from '../support/past-events.ts';

const names = (sender: number, place: Parameters<typeof messageNames>[2]) =>
  messageNames(stateAfter([founded(), ...came(1), ...came(2), opened(1, 'plans', [1])]), user(sender), place);
const unknown = { userId: 9, fullName: '', email: '', avatarVersion: 1 };

describe('the names in a message', () => {
  it('are those of the organization, the sender and the stream', () => {
    const found = names(1, inTopic(1, 'tea'));
    expect(found).to.deep.include({ realmSubdomain: 'test', recipient: 'plans' });
    expect(found.sender).to.include({ userId: 1, fullName: 'User 1', email: 'user1@test.example' });
  });

  it('are those of the participants of a private message', () => {
    const { recipient } = names(1, between(1, 2));
    expect(typeof recipient === 'string' ? [] : recipient.map(({ fullName }) => fullName)).to.deep.equal([
      'User 1',
      'User 2',
    ]);
  });

  it('are empty for a stream and for users who are not known', () => {
    expect(names(9, inTopic(7, 'tea'))).to.deep.equal({ sender: unknown, realmSubdomain: 'test', recipient: '' });
    expect(names(1, between(1, 9)).recipient).to.have.deep.nested.property('[1]', unknown);
  });
});
