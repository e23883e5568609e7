/** Proofs that are verified offline, as C2SP's tlog-proof 1 has them: an index, hashes, and a checkpoint. */
import { checkpointIn, isSize } from './checkpoint.ts';
import { type Hash, hashIn, inBase64 } from './hashing.ts';
import { rootByInclusion } from './merkle-proofs.ts';
import { NoteRefused, type Verifier, verifiedText } from './signed-note.ts';

export type TlogProof = {
  readonly index: number;
  /** From the leaf's sibling up. */
  readonly hashes: readonly Hash[];
  /** A signed note. */
  readonly checkpoint: string;
  /** What the leaf is made of. Nothing vouches for it: the leaf that is made of it must have the proved hash. */
  readonly extra?: Buffer;
};

const firstLine = 'c2sp.org/tlog-proof@v1';
/** A tree of 2^53 leaves is 53 high. */
const hashesMax = 53;

export const tlogProofText = ({ index, hashes, checkpoint, extra }: TlogProof): string =>
  [
    firstLine,
    ...(extra === undefined ? [] : [`extra ${inBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(inBase64),
    '',
    checkpoint,
  ].join('\n');

/** Throws NoteRefused, which names the line. */
export function tlogProofIn(text: string): TlogProof {
  const end = text.indexOf('\n\n');
  if (end < 0) throw new NoteRefused('the proof has no empty line before its checkpoint');
  const lines = text.slice(0, end).split('\n');
  if (lines[0] !== firstLine) throw new NoteRefused(`line 1 of the proof is not ${firstLine}`);
  const extra = lines[1]?.startsWith('extra ') ? lines[1].slice('extra '.length) : undefined;
  const at = extra === undefined ? 1 : 2;
  const [, index = ''] = /^index ([0-9]+)$/.exec(lines[at] ?? '') ?? [];
  if (!isSize(index)) throw new NoteRefused(`line ${at + 1} of the proof is not "index" and a number`);
  const hashLines = lines.slice(at + 1);
  if (hashLines.length > hashesMax) throw new NoteRefused('the proof has too many hashes');
  const hashes = hashLines.map((line, number) => {
    const hash = hashIn(line);
    if (!hash) throw new NoteRefused(`line ${at + 2 + number} of the proof is not the base64 of a SHA-256`);
    return hash;
  });
  return {
    index: Number(index),
    hashes,
    checkpoint: text.slice(end + 2),
    ...(extra !== undefined && { extra: Buffer.from(extra, 'base64') }),
  };
}

/** Throws NoteRefused where the proof does not show that a leaf with this hash is in the log `origin`, signed by one of `verifiers`. */
export function assertProved(
  proof: TlogProof,
  leafHash: Hash,
  { origin, verifiers }: { readonly origin: string; readonly verifiers: readonly Verifier[] },
): void {
  const checkpoint = checkpointIn(verifiedText(proof.checkpoint, verifiers));
  if (checkpoint.origin !== origin)
    throw new NoteRefused(`line 1 of the checkpoint is ${checkpoint.origin}, not ${origin}`);
  const root = rootByInclusion(leafHash, proof.index, checkpoint.size, proof.hashes);
  if (root === undefined)
    throw new NoteRefused(
      `the proof has ${proof.hashes.length} hashes, which no leaf ${proof.index} of ${checkpoint.size} has`,
    );
  if (!root.equals(checkpoint.root))
    throw new NoteRefused('the hashes of the proof do not lead from the leaf to the root in line 3 of the checkpoint');
}
