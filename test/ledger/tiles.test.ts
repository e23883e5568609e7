import { expect } from 'chai';
import { entryBundle, tileIn } from '../../src/ledger/tiles.ts';

describe('tiles', () => {
  it('are named as in tlog-tiles', () => {
    for (const [path, level, index, width] of [
      ['0/000', 0, 0, 256],
      ['0/273.p/112', 0, 273, 112],
      ['2/000.p/1', 2, 0, 1],
      ['0/x001/000', 0, 1_000, 256],
      ['0/x001/x234/067', 0, 1_234_067, 256],
      ['63/x999/999', 63, 999_999, 256],
      ['entries/x001/x234/067.p/255', 'entries', 1_234_067, 255],
    ] as const)
      expect(tileIn(path), path).to.deep.equal({ level, index, width });
  });

  it('are not found under any other name', () => {
    for (const path of [
      '',
      '0',
      '0/0',
      '00/000',
      '64/000',
      '-1/000',
      '0/1234',
      '0/001/002',
      '0/x001',
      '0/x000/001',
      '0/000.p/0',
      '0/000.p/256',
      '0/000.p/01',
      '0/000.p/',
      '0/000.p/1/',
      'entry/000',
      '0/x999/x999/x999/x999/x999/x999/999',
      '0/000\n',
    ])
      expect(tileIn(path), path).to.equal(undefined);
  });

  it('of entries have each entry after its length in bytes', () => {
    expect(entryBundle(['{}', '"é"']).toString('hex')).to.equal('00027b7d000422c3a922');
  });
});
