import { expect } from 'chai';
import { clearsEphemeral } from '../../src/state/ended-log-streams.ts';
import { limits } from '../../src/vocabulary/limits.ts';

describe('log streams of which only the newest events matter', () => {
  it('are truncated after a number of events (sinkProgressKeptMax)', () => {
    const clearing = Array.from({ length: 3 * limits.ephemeralEventsMax }, (_, revision) => revision).filter(
      (revision) => clearsEphemeral({ kind: 'ephemeral', revision }),
    );
    expect(clearing).to.deep.equal([1, 2, 3].map((times) => times * limits.ephemeralEventsMax - 1));
    const ofSink = (revision: number): boolean => clearsEphemeral({ kind: 'sink', revision });
    expect(
      [limits.sinkProgressKeptMax - 1, limits.sinkProgressKeptMax, 2 * limits.sinkProgressKeptMax - 1].map(ofSink),
    ).to.deep.equal([true, false, true]);
    expect(clearsEphemeral({ kind: 'user', revision: limits.ephemeralEventsMax - 1 })).to.equal(false);
  });
});
