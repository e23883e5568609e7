import { expect } from 'chai';
import { clientEventsMax, positionOfId } from '../../src/feed/event-ids.ts';
import { clientEventsOf } from '../../src/feed/index.ts';
import { partCount } from '../../src/feed/parts.ts';
import { feedOf, summaries } from '../support/feed.ts';
import { type Given, recorded, stateAfter } from '../support/given.ts';
import { founded, joins, listens, newUser, opened } from '../support/past-events.ts';
import { newBot, roleChanged } from '../support/writes.ts';

const past = [founded(), ...newUser(1), ...newBot(2, 1)];
const eventsOf = (news: Given, before = true) => {
  const [event] = recorded([news]);
  return event && clientEventsOf(event, before ? stateAfter(past) : undefined);
};

describe('the client events of a domain event', () => {
  it('are none for an event that is of no interest to clients', () => {
    expect(eventsOf(listens(1, '1:1'))).to.equal(undefined);
  });

  it('are none before the organization exists', () => {
    expect(eventsOf(opened(1, 'plans', []), false)).to.equal(undefined);
  });

  it('come from each family, a user before the bots that the user begins to see', () => {
    const news = [roleChanged(1, 200, 400)];
    const others = [founded(), ...newUser(1), ...newUser(3), ...newBot(2, 3)];
    expect(summaries(feedOf(others, news)).map(([what]) => what)).to.deep.equal([
      'realm_user update role',
      'realm_bot add',
    ]);
  });

  it('never use the ids of the next position', () => {
    const crowd = Array.from({ length: 1_500 }, (_, index) => index + 10);
    const { clientEvents } = feedOf([...past, opened(1, 'plans', [])], [joins(1, ...crowd)]);
    const parts = clientEvents.map(({ clientEvent }) => partCount(clientEvent));
    expect(parts.reduce((sum, count) => sum + count, 0)).to.equal(clientEventsMax);
    const [first, last] = [clientEvents[0]?.eventId ?? 0, clientEvents.at(-1)?.eventId ?? 0];
    expect([positionOfId(last), last - first]).to.deep.equal([positionOfId(first), clientEventsMax - 1]);
  });
});
