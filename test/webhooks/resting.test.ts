import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { restsUntil, waitFor } from '../../src/webhooks/resting.ts';

describe("a bot's server that cannot be reached", () => {
  it('rests for twice as long after each failure, up to an hour (botRestSecsMin)', () => {
    const rests = [1, 2, 3, 8, 9, 1_000_000].map((failures) => restsUntil(1_000, failures) - 1_000);
    expect(rests).to.deep.equal([30, 60, 120, 3_600, 3_600, 3_600].map((secs) => secs * 1_000));
  });

  it('is waited for by messages that are fresh enough by then (outgoingCallAgeSecsMax)', () => {
    const now = 10_000_000;
    const outage = { failures: 1, restsUntil: now + 30_000 };
    expect(waitFor({}, now, now)).to.equal(0);
    expect(waitFor({ outage }, now, now)).to.equal(30_000);
    expect(waitFor({ outage }, now, now + 40_000)).to.equal(0);
    const oldest = now + 30_000 - limits.outgoingCallAgeSecsMax * 1_000;
    expect(waitFor({ outage }, oldest, now)).to.equal(30_000);
    expect(waitFor({ outage }, oldest - 1, now)).to.equal(undefined);
    expect(waitFor({}, now - limits.outgoingCallAgeSecsMax * 1_000 - 1, now)).to.equal(undefined);
  });

  it('rests no longer than the maximum, even if the clock was ahead when it failed (botRestSecsMax)', () => {
    const outage = { failures: 1, restsUntil: 10 ** 12 };
    const sentAt = limits.botRestSecsMax * 1_000;
    expect(waitFor({ outage }, sentAt, 0)).to.equal(limits.botRestSecsMax * 1_000);
  });
});
