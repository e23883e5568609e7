import { expect } from 'chai';
import { entryBundle, tileIn, tilePath } from '../../src/ledger/tiles.ts';

describe('tiles', () => {
  it('are named as tlog-tiles says', () => {
    expect(tilePath({ level: 0, index: 1234067, width: 256 })).to.equal('0/x001/x234/067');
    expect(tilePath({ level: 0, index: 273, width: 112 })).to.equal('0/273.p/112');
    expect(tilePath({ level: 'entries', index: 1000, width: 256 })).to.equal('entries/x001/000');
    for (const path of ['0/000', '2/000.p/1', '63/x999/999', 'entries/x001/x234/067.p/255', '0/x001/000'])
      expect(tilePath(tileIn(path) as never)).to.equal(path);
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

  it('of entries have each entry behind its length in bytes', () => {
    expect(entryBundle(['{}', '"é"']).toString('hex')).to.equal('00027b7d000422c3a922');
  });
});
