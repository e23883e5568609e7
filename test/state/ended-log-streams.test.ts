import { expect } from 'chai';
import { endsLogStream } from '../../src/state/ended-log-streams.ts';
import { ended, registered, touched } from '../queues/fixture.ts';
import { recorded } from '../support/given.ts';
import { founded } from '../support/past-events.ts';

describe('the end of a log stream', () => {
  it('is the end of an event queue, and no other event', () => {
    const events = [registered(1, 2), touched(1, 5), founded(), ended(1), ended(2, 'EventQueueExpired')];
    expect(recorded(events).map(endsLogStream)).to.deep.equal([false, false, false, true, true]);
  });
});
