/**
 * How many pixels an image has. A browser decodes an image to some four bytes for each pixel. So an image of some kilobytes can
 * take gigabytes of memory in the browser of everybody who sees it. Libraries for this (image-size, image-meta) read only the
 * screen of a GIF, which browsers enlarge.
 */
import { open } from 'node:fs/promises';

/** The size is near the beginning, but may follow a colour profile or a small preview. */
const headBytes = 1024 * 1024;

/** The pixels of the image at this path. 0 if no browser can decode it, infinite if its size is too far from the beginning. */
export async function pixelsOf(path: string, type: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return pixelsIn(buffer.subarray(0, bytesRead), type) ?? (bytesRead < headBytes ? 0 : Number.POSITIVE_INFINITY);
  } finally {
    await file.close();
  }
}

/** Undefined if the size is not among these bytes. */
export function pixelsIn(head: Buffer, type: string): number | undefined {
  try {
    return readers[type]?.(head);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers: Readonly<Record<string, (head: Buffer) => number | undefined>> = {
  'image/png': pngPixels,
  'image/jpeg': jpegPixels,
  'image/gif': gifPixels,
  'image/webp': webpPixels,
};

/** The size is in the first chunk. A browser that accepted another one before it would find the size elsewhere. */
function pngPixels(head: Buffer): number {
  const pixels = head.readUInt32BE(16) * head.readUInt32BE(20);
  return head.toString('latin1', 12, 16) === 'IHDR' ? pixels : Number.POSITIVE_INFINITY;
}

/** The size is in the first segment of a frame. Browsers skip bytes between segments. */
function jpegPixels(head: Buffer): number | undefined {
  for (let at = head.indexOf(0xff, 2); at >= 0; ) {
    const marker = head.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return head.readUInt16BE(at + 5) * head.readUInt16BE(at + 7);
    else at = head.indexOf(0xff, at + 2 + (standsAlone(marker) ? 0 : head.readUInt16BE(at + 2)));
  }
  return undefined;
}

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const standsAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);

/** Browsers enlarge the screen if the first picture is larger. Before that picture, there may be extensions: blocks of up to 255 bytes. */
function gifPixels(head: Buffer): number | undefined {
  let at = 13 + tableBytes(head.readUInt8(10));
  while (head.readUInt8(at) === 0x21) {
    at += 2;
    while (head.readUInt8(at) > 0) at += 1 + head.readUInt8(at);
    at += 1;
  }
  const [left, top, width, height] = [1, 3, 5, 7].map((offset) => head.readUInt16LE(at + offset)) as Four;
  return Math.max(head.readUInt16LE(6), left + width) * Math.max(head.readUInt16LE(8), top + height);
}

type Four = [number, number, number, number];

const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function webpPixels(head: Buffer): number | undefined {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (1 + head.readUIntLE(24, 3)) * (1 + head.readUIntLE(27, 3));
    case 'VP8 ':
      return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return (1 + (bits & 0x3fff)) * (1 + ((bits >>> 14) & 0x3fff));
    }
    default:
      return undefined;
  }
}
