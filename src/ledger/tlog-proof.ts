/**
 * Proofs that are verified offline, as C2SP's tlog-proof 1 has them: an index, hashes, and a checkpoint. Who is given one checks it without the
 * service, the web page for instance (`web/src/prove/tlog.ts`).
 */
import { type Hash, inBase64 } from './hashing.ts';

type TlogProof = {
  readonly index: number;
  /** From the leaf's sibling up. */
  readonly hashes: readonly Hash[];
  /** A signed note. */
  readonly checkpoint: string;
  /** What the leaf is made of. Nothing vouches for it: the leaf that is made of it must have the proved hash. */
  readonly extra?: Buffer;
};

export const tlogProofText = ({ index, hashes, checkpoint, extra }: TlogProof): string =>
  [
    'c2sp.org/tlog-proof@v1',
    ...(extra === undefined ? [] : [`extra ${inBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(inBase64),
    '',
    checkpoint,
  ].join('\n');
