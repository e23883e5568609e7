import { expect } from 'chai';
import { isEmptyForm } from '../../../src/http/request/multipart.ts';

const form = (boundary: string) => `multipart/form-data; boundary=${boundary}`;

describe('a multipart form without fields', () => {
  it('is the last line alone, of the boundary in the header', () => {
    for (const body of ['--x y--', '\r\n--x y--\r\n']) expect(isEmptyForm(body, form('"x y" '))).to.equal(true);
    expect(isEmptyForm('--xy--\r\n', form('xy'))).to.equal(true);
    expect(isEmptyForm('--xy--\r\n', form('xyz'))).to.equal(false);
    expect(isEmptyForm('--xy--\r\n', form(''))).to.equal(false);
    expect(isEmptyForm('', form('xy'))).to.equal(false);
    expect(isEmptyForm('--xy--\r\n')).to.equal(false);
  });

  it('is told in one look at the header, whatever that holds', () => {
    const blanks = ' '.repeat(1_000_000);
    for (const boundary of [`a${blanks}x`, `"${'"'.repeat(70)}${blanks}x`, `${blanks}x`])
      expect(isEmptyForm('--a--\r\n', form(boundary))).to.equal(false);
  });
});
