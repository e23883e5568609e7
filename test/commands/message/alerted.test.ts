import { expect } from 'chai';
import { alertedIn } from '../../../commands/message/alerted.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { stateAfter } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { between, inTopic, opened } from '../../support/past-events.ts';
import { alertedBy } from '../../support/writes.ts';

const past = [...organization(), opened(1, 'plans', [1, 3]), ...[1, 2, 3, 6].map((id) => alertedBy(id, ['tea']))];

describe('the users whom a message alerts', () => {
  it('are among its recipients', () => {
    const state = stateAfter(past);
    expect(alertedIn(state, inTopic(1, 'x'), 'tea?', [])).to.deep.equal({ alerted: [1, 3] });
    expect(alertedIn(state, inTopic(1, 'x'), 'tea?', [user(6)])).to.deep.equal({ alerted: [1, 3, 6] });
    expect(alertedIn(state, between(2, 4), 'tea?', [])).to.deep.equal({ alerted: [2] });
    expect(alertedIn(state, between(4, 5), 'tea?', [])).to.deep.equal({});
    expect(alertedIn(state, inTopic(1, 'x'), 'coffee?', [])).to.deep.equal({});
  });

  it(`are at most ${limits.namedPerEventMax}`, () => {
    const many = Array.from({ length: limits.namedPerEventMax + 1 }, (_, at) => at + 100);
    const crowd = [...past, opened(2, 'crowd', many), ...many.map((id) => alertedBy(id, ['tea']))];
    const { alerted } = alertedIn(stateAfter(crowd), inTopic(2, 'x'), 'tea', []);
    expect(alerted).to.deep.equal(many.slice(0, -1));
  });
});
