/** The proof of an entry that is alone in a ledger, and the key that signed it. */
import { createHash } from 'node:crypto';
import { checkpointText } from '../../src/ledger/checkpoint.ts';
import { leafHashOf } from '../../src/ledger/hashing.ts';
import { privateKeyFrom, signedNote, verifierOf, verifierText } from '../../src/ledger/signed-note.ts';
import { tlogProofText } from '../../src/ledger/tlog-proof.ts';

export function provedInLedger(leaf: string): { readonly proof: string; readonly key: string } {
  const name = 'chat.example/audit/acme';
  const signer = { name, privateKey: privateKeyFrom(createHash('sha256').update('a seed').digest()) };
  const checkpoint = signedNote(checkpointText({ origin: name, size: 1, root: leafHashOf(leaf) }), [signer]);
  const proof = tlogProofText({ index: 0, hashes: [], checkpoint, extra: Buffer.from(leaf) });
  return { proof, key: verifierText(verifierOf(signer)) };
}
