/** Tiles of a tree, as in C2SP's tlog-tiles: 256 consecutive hashes, each the root of a full tile of the level below. */
import type { Subtree } from './growing-tree.ts';
import { type Hash, rootOver } from './hashing.ts';

export const tileHeight = 8;
export const tileWidth = 2 ** tileHeight;
/** A tree of 2^53 leaves has levels 0 to 6. */
export const tileLevelMax = 6;

/** `width`: the number of hashes or entries. It is below 256 for the last tile of a tree. */
export type Tile = { readonly level: number | 'entries'; readonly index: number; readonly width: number };

/** Reads `count` hashes of a level, beginning at number `from`. All of them must be within one full tile. */
export type ReadHashes = (level: number, from: number, count: number) => Promise<readonly Hash[]>;

/** The hash of a complete subtree, read from the tiles. */
export async function subtreeHash({ height, index }: Subtree, read: ReadHashes): Promise<Hash> {
  const level = Math.floor(height / tileHeight);
  const count = 2 ** (height % tileHeight);
  const hashes = await read(level, index * count, count);
  if (hashes.length !== count) throw new RangeError(`${hashes.length} of ${count} hashes of level ${level} are there`);
  return rootOfComplete(hashes);
}

/** Combines pairs level by level, because `rootOver` would combine from the right. */
function rootOfComplete(hashes: readonly Hash[]): Hash {
  if (hashes.length === 1) return hashes[0] as Hash;
  const half = hashes.length / 2;
  return rootOver([rootOfComplete(hashes.slice(0, half)), rootOfComplete(hashes.slice(half))]);
}

/** How many hashes a level of a tree of `size` has. */
export const levelSize = (level: number, size: number): number => Math.floor(size / tileWidth ** level);

/** The tile at a path below `tile/`. Undefined if the path names none. */
export function tileIn(path: string): Tile | undefined {
  const [, level, number = '', width] =
    /^(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(path) ?? [];
  if (level === undefined) return undefined;
  const parts = number.split('/').map((part) => part.replace('x', ''));
  if (parts.length > 1 && parts[0] === '000') return undefined;
  const index = Number(parts.join(''));
  if (!Number.isSafeInteger(index) || Number(width ?? 1) >= tileWidth) return undefined;
  return { level: level === 'entries' ? level : Number(level), index, width: Number(width ?? tileWidth) };
}

const lengthBytes = 2;

/** The concatenated entries, each after its length. An entry has fewer than 65,536 bytes. */
export const entryBundle = (entries: readonly string[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
