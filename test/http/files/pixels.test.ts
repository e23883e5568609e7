import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pixelsIn, pixelsOf } from '../../../src/http/files/pixels.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const segment = (marker: number, length: number): Buffer =>
  bytes([0xff, marker, (length + 2) >> 8, (length + 2) & 0xff], new Array<number>(length).fill(0xff));
/** 300 lines of 400 pixels. */
const frame = [0xff, 0xc2, 0, 17, 8, 0x01, 0x2c, 0x01, 0x90];
const jpeg = (...parts: readonly Buffer[]): Buffer => Buffer.concat([bytes([0xff, 0xd8]), ...parts]);

const screen = (flags: number): Buffer => bytes('GIF89a', [2, 0, 3, 0, flags, 0, 0]);
const picture = [0x2c, 1, 0, 2, 0, 0x0a, 0, 0x14, 0];

describe('the pixels of an image', () => {
  const cases: Readonly<Record<string, readonly [type: string, head: Buffer, pixels: number | undefined]>> = {
    'PNG, which says them first': [
      'image/png',
      bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]),
      900_000_000,
    ],
    'PNG that begins with something else': [
      'image/png',
      bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 8], 'tEXt', [0, 0, 0, 1, 0, 0, 0, 1]),
      Number.POSITIVE_INFINITY,
    ],
    'JPEG after a profile of colours': ['image/jpeg', jpeg(segment(0xe2, 3000), bytes(frame)), 120_000],
    'JPEG after tables, bytes between segments and bytes that fill up': [
      'image/jpeg',
      jpeg(segment(0xc4, 9), bytes([7, 7, 0xff, 0xff], frame.slice(1))),
      120_000,
    ],
    'JPEG that ends before its frame': ['image/jpeg', jpeg(segment(0xe1, 10)), undefined],
    'GIF whose first picture is larger than its screen': [
      'image/gif',
      bytes([...screen(0)], [0x21, 0xf9, 2, 9, 9, 1, 9, 0], picture),
      11 * 22,
    ],
    'GIF after its table of colours': [
      'image/gif',
      bytes([...screen(0x81)], new Array<number>(12).fill(0x21), picture.slice(0, 5), [1, 0, 1, 0]),
      2 * 3,
    ],
    'WebP with extensions': ['image/webp', bytes('RIFF....WEBPVP8X........', [9, 0, 0, 19, 0, 0]), 200],
    'WebP with losses': ['image/webp', bytes('RIFF....WEBPVP8 ..........', [10, 0x40, 20, 0x40]), 200],
    'WebP without losses': ['image/webp', bytes('RIFF....WEBPVP8L.....', [9, 0xc0, 0x04, 0]), 200],
    'WebP of another kind': ['image/webp', bytes('RIFF....WEBPVP9 ..........'), undefined],
    'PNG that has only begun': ['image/png', bytes('\x89PNG\r\n\x1a\n'), undefined],
  };
  for (const [title, [type, head, pixels]] of Object.entries(cases))
    it(`are found in ${title}`, () => {
      expect(pixelsIn(head, type)).to.equal(pixels);
    });

  it('are too many if their number is beyond the first megabyte, and none in a short file without it', async () => {
    const path = join(temporaryFolder(), 'image');
    const pixels = (head: Buffer) => {
      writeFileSync(path, head);
      return pixelsOf(path, 'image/jpeg');
    };
    const before = new Array<Buffer>(17).fill(segment(0xe2, 65_000));
    expect(await pixels(jpeg(...before, bytes(frame)))).to.equal(Number.POSITIVE_INFINITY);
    expect(await pixels(jpeg(...before.slice(2), bytes(frame)))).to.equal(120_000);
    expect(await pixels(jpeg())).to.equal(0);
  });
});
