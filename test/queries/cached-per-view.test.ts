import { expect } from 'chai';
import type { ReadView } from '../../src/ports/read-store.ts';
import { cachedPerView } from '../../src/queries/cached-per-view.ts';

describe('what is read once for each view', () => {
  it('is read again for another key, and in another view', async () => {
    let reads = 0;
    const read = cachedPerView(
      async (_view: ReadView, asked: string) => {
        reads += 1;
        return `${asked} ${reads}`;
      },
      (asked) => asked,
    );
    const [one, other] = [{} as ReadView, {} as ReadView];
    expect(await Promise.all([read(one, 'a'), read(one, 'a'), read(one, 'b'), read(other, 'a')])).to.deep.equal([
      'a 1',
      'a 1',
      'b 2',
      'a 3',
    ]);
  });
});
