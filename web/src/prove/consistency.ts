/** Checks that a ledger only grew: the tree of the later checkpoint begins with the tree of the earlier one (RFC 9162, section 2.1.4.2). */
import { type Checkpoint, isSame, NotProved, nodeOf } from './tlog.ts';

const rewritten = 'The ledger was rewritten: it no longer contains the entries that the earlier checkpoint covers.';
const isOdd = (value: number): boolean => value % 2 === 1;
const isPowerOfTwo = (value: number): boolean => Number.isInteger(Math.log2(value));

/** Throws NotProved unless the hashes connect the two checkpoints. */
export async function checkGrowth(
  earlier: Checkpoint,
  later: Checkpoint,
  hashes: readonly Uint8Array[],
): Promise<void> {
  if (earlier.origin !== later.origin) throw new NotProved('The checkpoints are of different ledgers.');
  if (earlier.size > later.size)
    throw new NotProved(
      `The ledger lost entries: the earlier checkpoint has ${earlier.size}, the later ${later.size}.`,
    );
  if (earlier.size === later.size || earlier.size === 0) {
    if (earlier.size === later.size && !isSame(earlier.root, later.root)) throw new NotProved(rewritten);
    return;
  }
  const [first, ...rest] = isPowerOfTwo(earlier.size) ? [earlier.root, ...hashes] : hashes;
  if (!first) throw new NotProved('The proof has too few hashes.');
  let [at, last] = [earlier.size - 1, later.size - 1];
  const up = (): void => {
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  };
  while (isOdd(at)) up();
  let [old, now] = [first, first];
  for (const hash of rest) {
    if (last === 0) throw new NotProved('The proof has too many hashes.');
    if (isOdd(at) || at === last) {
      old = await nodeOf(hash, old);
      now = await nodeOf(hash, now);
      while (!isOdd(at) && at !== 0) up();
    } else now = await nodeOf(now, hash);
    up();
  }
  if (last !== 0) throw new NotProved('The proof has too few hashes.');
  if (!isSame(old, earlier.root) || !isSame(now, later.root)) throw new NotProved(rewritten);
}
