import { expect } from 'chai';
import { momentNamed } from '../../../src/http/request/moment.ts';

describe('a moment', () => {
  it('is a time, a position or an event', () => {
    expect(momentNamed('2026-11-22T14:34:00.123Z')).to.deep.equal({
      kind: 'time',
      at: Date.UTC(2026, 10, 22, 14, 34, 0, 123),
    });
    expect(momentNamed('2026-11-22T14:34+01:00')).to.deep.equal({ kind: 'time', at: Date.UTC(2026, 10, 22, 13, 34) });
    expect(momentNamed('2026-11-22T14:34')).to.deep.equal({ kind: 'time', at: Date.UTC(2026, 10, 22, 14, 34) });
    expect(momentNamed('2026-11-22')).to.deep.equal({ kind: 'time', at: Date.UTC(2026, 10, 22) });
    expect(momentNamed('position:42')).to.deep.equal({ kind: 'position', position: 42 });
    expect(momentNamed('1970-01-01T00:00:00.000000000Z')).to.deep.equal({ kind: 'time', at: 0 });
    expect(momentNamed('position:9007199254740991')).to.have.property('position', Number.MAX_SAFE_INTEGER);
    expect(momentNamed('019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8e')).to.have.property('kind', 'event');
  });

  it('is no bare number, and nothing else', () => {
    for (const text of [
      '42',
      '',
      'now',
      '2026',
      '2026-13-01',
      '2026-11-22T25:00Z',
      'position:',
      'position:-1',
      'position:9999999999999999',
      '1969-12-31T23:59:59.999Z',
      '2026-11-22T14:34:00.0000000000Z',
      '22.11.2026',
    ])
      expect(momentNamed(text), text).to.equal(undefined);
  });
});
