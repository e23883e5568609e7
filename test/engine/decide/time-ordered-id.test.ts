import { expect } from 'chai';
import { validate, version } from 'uuid';
import { timeOrderedId } from '../../../src/engine/decide/time-ordered-id.ts';

describe('ids of events', () => {
  it('are UUIDs of version 7 that tell their time', () => {
    const id = timeOrderedId(1_700_000_000_000);
    expect(validate(id)).to.equal(true);
    expect(version(id)).to.equal(7);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).to.equal(1_700_000_000_000);
  });

  it('order by time, and differ within one millisecond', () => {
    expect(timeOrderedId(1_700_000_000_000) < timeOrderedId(1_700_000_000_001)).to.equal(true);
    const ids = Array.from({ length: 10_000 }, () => timeOrderedId(1_700_000_000_000));
    expect(new Set(ids).size).to.equal(ids.length);
  });
});
