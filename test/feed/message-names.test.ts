import { expect } from 'chai';
import fc from 'fast-check';
import { changesNames, channelName, messageNames, peopleOf } from '../../src/feed/message-names.ts';
import { personErased } from '../support/erasure-writes.ts';
import { feedOf } from '../support/feed.ts';
import { recorded, stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { between, founded, inTopic, newUser, opened, reacts, sends } from '../support/past-events.ts';
import { beginning, randomWrites } from '../support/random-writes.ts';
import { deactivated, renamed, settingsChanged } from '../support/writes.ts';

const state = stateAfter([founded(), ...newUser(1), ...newUser(2), opened(1, 'plans', [1])]);
const names = (sender: number, place: Parameters<typeof messageNames>[2]) =>
  messageNames(peopleOf(state), user(sender), place, channelName(state, place));
const unknown = { userId: 9, fullName: '', email: '', avatarVersion: 1 };

describe('the names in a message', () => {
  it('are those of the organization, the sender and the stream', () => {
    const found = names(1, inTopic(1, 'tea'));
    expect(found).to.deep.include({ realmSubdomain: 'test', recipient: 'plans' });
    expect(found.sender).to.include({ userId: 1, fullName: 'User 1', email: 'user1@test.example' });
  });

  it('are those of the participants of a private message', () => {
    expect(channelName(state, between(1, 2))).to.equal(undefined);
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

describe('client events', () => {
  it('hold no names and addresses of people, except in events that are removed with the person', () => {
    fc.assert(
      fc.property(randomWrites(40), (writes) => {
        for (const { clientEvent } of feedOf(beginning, writes).clientEvents) {
          const text = JSON.stringify(clientEvent.body);
          const carried = [clientEvent.carries ?? []].flat().map(String);
          const isNamed = /(?:user|bot)\d+@|"(?:User|Bot|Name) \d/.test(text);
          // The organization has a name, too.
          if (clientEvent.type === 'realm') continue;
          expect(!isNamed || carried.some((what) => what.startsWith('person-')), text).to.equal(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are served with the current names: those of an erased person are gone', () => {
    const place = between(1, 2);
    const beginning = [founded(), ...newUser(1), ...newUser(2), ...newUser(3)];
    const tada = { name: 'tada', code: '1f389', type: 'unicode_emoji' } as const;
    const news = [sends(1, 1, place), reacts(1, 2, place, tada), deactivated(2), personErased(2)];
    const received = feedOf(beginning, news).receivedBy(1);
    expect(received.map(({ type, op }) => [type, op])).to.deep.include.members([
      ['message', undefined],
      ['reaction', 'add'],
      ['realm_user', 'remove'],
    ]);
    expect(JSON.stringify(received)).not.to.match(/User 2|user2@/);
    expect(JSON.stringify(received)).to.include('Deleted user 2');
  });

  it('are the current names if the log has lost the events about somebody before their erasure', () => {
    const unknownTwo = [founded(), ...newUser(1), ...newUser(2).slice(1)];
    const [received] = feedOf(unknownTwo, [sends(1, 1, between(1, 2))]).receivedBy(1);
    expect(JSON.stringify(received)).to.include('"Deleted user 2"').and.include('deleted-user-2@erased.invalid');
  });

  it('are read again after a change of a name or an avatar, or an erasure, and after nothing else', () => {
    const events = recorded([renamed(1, 'Ada'), personErased(1), sends(1, 1, between(1, 2))]);
    expect(events.map(changesNames)).to.deep.equal([true, true, false]);
    const settings = recorded([
      settingsChanged({ email_address_visibility: 3 }),
      settingsChanged({ default_language: 'de' }),
    ]);
    expect(settings.map(changesNames)).to.deep.equal([true, false]);
  });
});
