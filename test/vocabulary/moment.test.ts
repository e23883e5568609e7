import { expect } from 'chai';
import { momentOf } from '../../src/vocabulary/moment.ts';

describe('a moment in the form that people write', () => {
  it('is a time, a position or an event', () => {
    const midnight = Date.UTC(2026, 10, 22);
    for (const text of ['2026-11-22', '2026-11-22 00:00', '2026-11-22t01:00:00.000000000+0100'])
      expect(momentOf(text), text).to.deep.equal({ kind: 'time', at: midnight });
    expect(momentOf('position:9007199254740991')).to.deep.equal({
      kind: 'position',
      position: Number.MAX_SAFE_INTEGER,
    });
    const id = '019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8e';
    expect(momentOf(id.toUpperCase())).to.deep.equal({ kind: 'event', id });
  });

  it('is nothing else', () => {
    for (const text of [
      '',
      '4',
      '2026-02-30',
      '2026-11-22T25:00',
      '2026-11-22T00:00:00.0000000000Z',
      'position:',
      'position:9007199254740992',
      '019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8',
    ])
      expect(momentOf(text), text).to.equal(undefined);
  });
});
