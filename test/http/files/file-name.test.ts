import { expect } from 'chai';
import { fileName } from '../../../src/http/files/file-name.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

describe('the name of an uploaded file', () => {
  it('keeps letters, digits, dots and hyphens of any language', () => {
    expect(fileName('Ein Näme - (1).tar.gz')).to.equal('Ein-Näme-1.tar.gz');
    expect(fileName('報告 ２.pdf')).to.equal('報告-2.pdf');
    expect(fileName('हिन्दी.txt')).to.equal('हिन्दी.txt');
  });

  it('is never a path, and never empty', () => {
    expect(fileName('../../etc/passwd')).to.equal('....etcpasswd');
    for (const name of ['', '.', '..', '///', '  ', '<>']) expect(fileName(name), name).to.equal('uploaded-file');
  });

  it('is cut before its extension (fileNameLengthMax, fileNameBytesMax)', () => {
    expect([...fileName(`${'x'.repeat(300)}.txt`)]).to.have.length(limits.fileNameLengthMax);
    expect(fileName(`${'x'.repeat(300)}.txt`)).to.match(/x\.txt$/);
    const long = fileName(`${'報'.repeat(90)}.txt`);
    expect(Buffer.byteLength(long)).to.be.within(limits.fileNameBytesMax - 3, limits.fileNameBytesMax);
  });

  it('has an extension of at most ten characters', () => {
    const extensionOf = (length: number) => fileName(`${'x'.repeat(300)}.${'e'.repeat(length)}`).split('.')[1]?.length;
    expect([10, 11].map(extensionOf)).to.deep.equal([10, undefined]);
  });

  it('is cut in one step, however long it is', () => {
    // One character that stands for eighteen: 80 KiB of a form are 480,000 characters.
    const name = `${'\ufdfa'.repeat(27_000)}.txt`;
    const began = performance.now();
    const long = fileName(name);
    expect(performance.now() - began).to.be.below(1_000);
    expect([...long]).to.have.length(limits.fileNameLengthMax);
    expect(long).to.match(/^صلى-.*\.txt$/);
    expect([...fileName(`${'𝟙é𐐷'.repeat(300)}.txt`)]).to.have.length(limits.fileNameLengthMax);
  });
});
