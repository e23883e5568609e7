/** The files of a store, copied to be used for a while. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { scratchCopy, scratchLink } from '../../../src/adapters/lmdb/scratch-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a temporary copy of files', () => {
  it('has the same bytes, and can be changed without changing the originals', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 7, 'abc');
    writeFileSync(join(from, 'large'), bytes);
    writeFileSync(join(from, 'small'), 'small');
    await scratchCopy(from, to);
    expect(readdirSync(to).sort()).to.deep.equal(['large', 'small']);
    expect(readFileSync(join(to, 'large')).equals(bytes)).to.equal(true);
    writeFileSync(join(to, 'large'), 'changed');
    expect(readFileSync(join(from, 'large')).equals(bytes)).to.equal(true);
  });

  it('may be hard links, whose content remains when the originals are removed', async () => {
    const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'links')];
    writeFileSync(join(from, 'a'), 'a');
    expect(await scratchLink(from, to)).to.equal(true);
    rmSync(from, { recursive: true });
    expect(readFileSync(join(to, 'a'), 'utf8')).to.equal('a');
  });

  it('is not made if the files cannot be linked, or were removed', async () => {
    const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'links')];
    writeFileSync(join(from, 'a'), 'a');
    mkdirSync(join(from, 'b'));
    for (const folder of [from, join(from, 'gone')]) {
      expect(await scratchLink(folder, to)).to.equal(false);
      expect(existsSync(to)).to.equal(false);
    }
  });

  it('leaves nothing if a file cannot be copied, or the folder was removed', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(from, 'a'), 'a');
    mkdirSync(join(from, 'b'));
    await scratchCopy(from, to);
    await scratchCopy(join(from, 'gone'), to);
    expect(readdirSync(to)).to.deep.equal([]);
  });
});
