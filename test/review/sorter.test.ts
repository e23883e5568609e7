import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { Sorter } from '../../src/review/sorter.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const path = (): string => join(temporaryFolder(), 'sorted');
const all = async (sorter: Sorter) => {
  const lines: (readonly [string, string])[] = [];
  for await (const line of sorter.sorted()) lines.push(line);
  return lines;
};

describe('sorting more lines than fit into memory', () => {
  it('gives the same order whatever the size of a run, and keeps the order of equal keys', async () => {
    const line = fc.tuple(
      fc.stringMatching(/^[a-c]{0,3}$/),
      fc.string().map((text) => JSON.stringify(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 200 }), async (lines, runMax) => {
        const sorter = new Sorter({ path: path(), runMax });
        for (const [key, text] of lines) await sorter.add(key, text);
        const numbered = lines.map(([key, text], at) => ({ key, text, at }));
        numbered.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at));
        expect(await all(sorter)).to.deep.equal(numbered.map(({ key, text }) => [key, text]));
        await sorter.discard();
      }),
      { numRuns: 30 },
    );
  });

  it('reads lines longer than what is read at once, and removes its file', async () => {
    const file = path();
    const sorter = new Sorter({ path: file, runMax: 10 });
    const long = 'ä'.repeat(100_000);
    await sorter.add('b', long);
    await sorter.add('a', 'short');
    expect(existsSync(file)).to.equal(true);
    expect(await all(sorter)).to.deep.equal([
      ['a', 'short'],
      ['b', long],
    ]);
    await sorter.discard();
    expect(existsSync(file)).to.equal(false);
  });

  it('reads no more at a time of many runs than of some', async () => {
    const file = path();
    const sorter = new Sorter({ path: file, runMax: 70_000 });
    const lines = 300 * 70;
    for (let line = 0; line < lines; line += 1) await sorter.add(String(line % 7), 'x'.repeat(1_000));
    const opened = await open(file);
    const handles = Object.getPrototypeOf(opened) as FileHandle;
    await opened.close();
    const { read } = handles;
    let bytes = 0;
    handles.read = function (this: FileHandle, ...given: Parameters<typeof read>) {
      bytes += (given[0] as unknown as Buffer).length;
      return read.apply(this, given);
    } as typeof read;
    try {
      const sorted = sorter.sorted();
      await sorted.next();
      expect(bytes).to.be.within(8 * 1024 * 1024, 16.5 * 1024 * 1024);
      await sorted.return(undefined);
    } finally {
      handles.read = read;
      await sorter.discard();
    }
  });

  it('writes nothing if there is no space', async () => {
    const file = path();
    const sorter = new Sorter({
      path: file,
      runMax: 1,
      room: async () => {
        throw new Error('full');
      },
    });
    const error = await sorter.add('a', 'b').catch((thrown: unknown) => thrown);
    expect([String(error), existsSync(file)]).to.deep.equal(['Error: full', false]);
  });
});
