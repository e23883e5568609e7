/**
 * Proofs for offline verification, in the format of C2SP's tlog-proof 1: an index, hashes, and a checkpoint. A receiver verifies a proof
 * without the service, for example on the web page (`web/src/prove/tlog.ts`).
 */
import { type Hash, inBase64 } from './hashing.ts';

type TlogProof = {
  readonly index: number;
  /** Beginning with the leaf's sibling. */
  readonly hashes: readonly Hash[];
  /** A signed note. */
  readonly checkpoint: string;
  /** The data from which the leaf is made. Nothing vouches for them: the leaf that is made from them must have the proved hash. */
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
