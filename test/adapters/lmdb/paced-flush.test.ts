/** Copies that are brought to the disk piece by piece. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { flushedCopy, pacedFlush, pieceBytes } from '../../../src/adapters/lmdb/paced-flush.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a file that is flushed while it is written', () => {
  it('is flushed after each piece, and not more often', async () => {
    let flushes = 0;
    const wrote = pacedFlush(async () => {
      flushes += 1;
    });
    const counts: number[] = [];
    for (const bytes of [pieceBytes - 1, 1, pieceBytes / 2, pieceBytes / 2, 3 * pieceBytes, 1]) {
      await wrote(bytes);
      counts.push(flushes);
    }
    expect(counts).to.deep.equal([0, 1, 1, 2, 3, 3]);
  });

  it('is copied whole, whatever its size', async () => {
    const folder = temporaryFolder();
    for (const size of [0, 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes + 17]) {
      const [from, to] = [join(folder, `from-${size}`), join(folder, `to-${size}`)];
      writeFileSync(from, Buffer.alloc(size, `${size} bytes`));
      await flushedCopy(from, to);
      expect(readFileSync(to).equals(readFileSync(from)), `${size} bytes`).to.equal(true);
    }
  });

  it('never overwrites an existing file', async () => {
    const folder = temporaryFolder();
    for (const name of ['from', 'to']) writeFileSync(join(folder, name), name);
    const error = await flushedCopy(join(folder, 'from'), join(folder, 'to')).catch((reason: unknown) => reason);
    expect(error).to.have.property('code', 'EEXIST');
    expect(readFileSync(join(folder, 'to'), 'utf8')).to.equal('to');
  });
});
