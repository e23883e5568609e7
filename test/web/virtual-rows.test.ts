/** Which rows of a long list are drawn. */
import { expect } from 'chai';
import { VirtualRows } from '../../web/src/view/virtual-rows.ts';

const heightOf = (key: number): number => 20 + (key % 7) * 30;

describe('a virtual list', () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => index + 1);

  it('draws the visible rows and few others, of a hundred thousand', () => {
    const rows = new VirtualRows();
    rows.keys = keys;
    for (const top of [0, 1_000, 3_600_000, rows.total]) {
      const { from, to, above, below } = rows.window(top, 800);
      expect(to - from).to.be.within(1, 60);
      const drawn = (rows.topOf(keys[to - 1] ?? 0) ?? 0) + 72 - above;
      expect(above + drawn + below).to.equal(rows.total);
    }
  });

  it('knows the position of a row, once the rows above it have been measured', () => {
    const rows = new VirtualRows();
    rows.keys = keys.slice(0, 100);
    expect(rows.measured(keys.slice(0, 100).map((key) => [key, heightOf(key)]))).to.equal(true);
    expect(rows.measured([[1, heightOf(1)]])).to.equal(false);
    let top = 0;
    for (const key of keys.slice(0, 100)) {
      expect(rows.topOf(key)).to.equal(top);
      expect(rows.at(top)).to.equal(key);
      top += heightOf(key);
    }
    expect(rows.total).to.equal(top);
  });

  it('keeps measured heights when rows are added above', () => {
    const rows = new VirtualRows();
    rows.keys = [50, 60];
    rows.measured([
      [50, 10],
      [60, 30],
    ]);
    rows.keys = [40, 50, 60];
    expect([rows.topOf(50), rows.topOf(60), rows.total]).to.deep.equal([72, 82, 112]);
    expect(rows.topOf(7)).to.equal(undefined);
  });

  it('draws nothing without rows', () => {
    const rows = new VirtualRows();
    expect(rows.window(0, 500)).to.deep.equal({ from: 0, to: 0, above: 0, below: 0 });
    expect(rows.at(0)).to.equal(undefined);
  });
});
