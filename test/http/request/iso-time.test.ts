import { expect } from 'chai';
import { isoMillis } from '../../../src/http/request/iso-time.ts';

describe('a time in ISO 8601', () => {
  it('is a date, or a time with a zone, from 1970 on', () => {
    const accepted = ['1970-01-01', ' 2026-11-22 ', '2026-11-22T14:34Z', '2026-11-22T14:34:00,5+0100'].map(isoMillis);
    const midnight = Date.UTC(2026, 10, 22);
    expect(accepted).to.deep.equal([0, midnight, midnight + 874 * 60_000, midnight + 814 * 60_000 + 500]);
    expect(isoMillis('2026-11-22T00:00:00.123456789Z')).to.equal(midnight + 123);
  });

  it('is nothing else', () => {
    for (const text of [
      '',
      '2026',
      '1969-12-31T23:59:59.999Z',
      '2026-11-22T00:00:00.1234567890Z',
      '2026-11-22T14:34',
      '2026-02-30',
      '2026-13-01',
    ])
      expect(isoMillis(text), text).to.equal(undefined);
  });
});
