import { Readable } from 'node:stream';
import { expect } from 'chai';
import { isEmptyForm, readMultipart } from '../../../src/http/request/multipart.ts';
import type { ProblemError } from '../../../src/http/response/problem.ts';

const form = (boundary: string) => `multipart/form-data; boundary=${boundary}`;

describe('a multipart form without fields', () => {
  it('is only the last line, with the boundary in the header', () => {
    for (const body of ['--x y--', '\r\n--x y--\r\n']) expect(isEmptyForm(body, form('"x y" '))).to.equal(true);
    expect(isEmptyForm('--xy--\r\n', form('xy'))).to.equal(true);
    expect(isEmptyForm('--xy--\r\n', form('xyz'))).to.equal(false);
    expect(isEmptyForm('--xy--\r\n', form(''))).to.equal(false);
    expect(isEmptyForm('', form('xy'))).to.equal(false);
    expect(isEmptyForm('--xy--\r\n')).to.equal(false);
  });

  it('has a boundary of at most 70 characters', () => {
    for (const quote of ['', '"'])
      expect(
        [70, 71].map((length) => 'x'.repeat(length)).map((one) => isEmptyForm(`--${one}--`, form(quote + one + quote))),
      ).to.deep.equal([true, false]);
  });

  it('is recognized with one search of the header, whatever that contains', () => {
    const blanks = ' '.repeat(1_000_000);
    for (const boundary of [`a${blanks}x`, `"${'"'.repeat(70)}${blanks}x`, `${blanks}x`])
      expect(isEmptyForm('--a--\r\n', form(boundary))).to.equal(false);
  });
});

const noted = (_bytes: number): void => undefined;

describe('a multipart body', () => {
  const bodyOf = (value: string): string =>
    `--xy\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--xy--\r\n`;
  const read = (body: string, bounds: { readonly bytesMax: number; readonly fieldBytesMax: number }, hold = noted) =>
    readMultipart(
      Object.assign(Readable.from([Buffer.from(body)]), {
        complete: true,
        headers: { 'content-type': form('xy') },
      }) as never,
      { ...bounds, holdBytes: hold },
    );
  const problem = (error: ProblemError) => error.problem.status;

  it('is refused beyond its total bytes, and beyond those of its fields with their names', async () => {
    const body = bodyOf('x'.repeat(100));
    const bounds = { bytesMax: body.length, fieldBytesMax: 101 };
    expect((await read(body, bounds)).a).to.equal('x'.repeat(100));
    for (const less of [{ bytesMax: body.length - 1 }, { fieldBytesMax: 100 }])
      expect(await read(body, { ...bounds, ...less }).catch(problem)).to.equal(413);
  });

  it('is not parsed any further once it has too many bytes', async () => {
    let parsed = 0;
    const hold = (bytes: number): void => {
      parsed += bytes;
    };
    const body = bodyOf('x'.repeat(100));
    await read(body, { bytesMax: body.length - 1, fieldBytesMax: 1_000 }, hold).catch(problem);
    expect(parsed).to.equal(0);
  });

  it('reports the bytes of its fields, and of their names', async () => {
    let held = 0;
    const hold = (bytes: number): void => {
      held += bytes;
    };
    await read(bodyOf('x'.repeat(100)), { bytesMax: 1_000, fieldBytesMax: 1_000 }, hold);
    expect(held).to.equal(101);
  });
});
