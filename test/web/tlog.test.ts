/** The page's own check of proofs agrees with the ledger's, which shares no code with it. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { checkpointText } from '../../src/ledger/checkpoint.ts';
import { leafHashOf } from '../../src/ledger/hashing.ts';
import { privateKeyFrom, signedNote, verifierOf, verifierText } from '../../src/ledger/signed-note.ts';
import { tlogProofText } from '../../src/ledger/tlog-proof.ts';
import { checkGrowth } from '../../web/src/prove/consistency.ts';
import { check, checkpointIn, NotProved } from '../../web/src/prove/tlog.ts';
import { proof as growth, mth, path } from '../ledger/naive-tree.ts';

const origin = 'chat.example/audit/acme';
const signer = { name: origin, privateKey: privateKeyFrom(createHash('sha256').update('a seed').digest()) };
const other = { name: origin, privateKey: privateKeyFrom(createHash('sha256').update('another').digest()) };
const keys = verifierText(verifierOf(signer));
const leaves = Array.from({ length: 9 }, (_, at) => Buffer.from(`{"v":2,"id":"event ${at}"}`));

const checkpointOf = (size: number, by = signer): string =>
  signedNote(checkpointText({ origin, size, root: mth(leaves.slice(0, size)) }), [by]);
const proofOf = (index: number, size: number, by = signer): string =>
  tlogProofText({ index, hashes: path(index, leaves.slice(0, size)), checkpoint: checkpointOf(size, by) });

describe('a proof, checked by the page', () => {
  it('holds for every leaf of every tree', async () => {
    for (let size = 1; size <= leaves.length; size += 1)
      for (let index = 0; index < size; index += 1) {
        const proved = await check({ proof: proofOf(index, size), leaf: String(leaves[index]), keys });
        expect([proved.index, proved.checkpoint.size, proved.key]).to.deep.equal([index, size, origin]);
      }
  });

  it('includes the entry', async () => {
    const proof = tlogProofText({
      index: 0,
      hashes: path(0, leaves),
      checkpoint: checkpointOf(9),
      extra: leaves[0] as Buffer,
    });
    expect((await check({ proof, leaf: String(leaves[0]), keys })).index).to.equal(0);
  });

  it('is refused for another entry, place, tree, signature or key', async () => {
    const proof = proofOf(3, 9);
    const leaf = String(leaves[3]);
    const refused: readonly (readonly [Parameters<typeof check>[0], RegExp])[] = [
      [{ proof, leaf: `${leaf} `, keys }, /not the one in the ledger/],
      [{ proof: proof.replace('index 3', 'index 2'), leaf, keys }, /not the one in the ledger/],
      [{ proof: proof.replace('index 3', 'index 9'), leaf, keys }, /outside the checkpoint/],
      [{ proof: proof.replace('index 3', 'index -1'), leaf, keys }, /index .* is not a number/],
      [{ proof: proof.replace('@v1', '@v2'), leaf, keys }, /not a proof/],
      [{ proof: proof.replace(/\n[A-Za-z0-9+/=]{44}\n/, '\nx\n'), leaf, keys }, /hash .* base64/],
      [
        { proof: proof.replace(/\n[A-Za-z0-9+/=]{44}\n/, `\n${leafHashOf('other').toString('base64')}\n`), leaf, keys },
        /not the one/,
      ],
      [{ proof: proof.replace(`${origin}\n9\n`, `${origin}\n8\n`), leaf, keys }, /signature .* is wrong/],
      [{ proof: proofOf(3, 9, other), leaf, keys }, /None of the keys/],
      [{ proof, leaf, keys: '' }, /None of the keys/],
      [{ proof, leaf, keys: keys.replace(/\+[0-9a-f]{8}\+/, '+00000000+') }, /id does not match/],
      [{ proof: 'no proof', leaf, keys }, /not a proof/],
      [{ proof: proof.replace(/\n[A-Za-z0-9+/=]{44}\n/, '\n'), leaf, keys }, /too few|not the one/],
    ];
    for (const [given, why] of refused) {
      const error = await check(given).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(NotProved);
      expect((error as Error).message).to.match(why);
    }
  });

  it('is refused if the ledger differs from the one that the visitor kept', async () => {
    const given = { proof: proofOf(3, 9), leaf: String(leaves[3]), keys };
    expect((await check({ ...given, kept: checkpointOf(9) })).index).to.equal(3);
    const rewritten = signedNote(checkpointText({ origin, size: 9, root: leafHashOf('other') }), [signer]);
    const error = await check({ ...given, kept: rewritten }).catch((thrown: unknown) => thrown);
    expect((error as Error).message).to.include('rewritten');
  });

  it('distinguishes a ledger that only grew from one that did not', async () => {
    const refusal = (...given: Parameters<typeof checkGrowth>): Promise<string> =>
      checkGrowth(...given).then(
        () => '',
        (error: Error) => error.message,
      );
    for (let size = 1; size <= leaves.length; size += 1)
      for (let earlier = 1; earlier <= size; earlier += 1) {
        const [before, now] = [checkpointIn(checkpointOf(earlier)), checkpointIn(checkpointOf(size))];
        const hashes = earlier === size ? [] : growth(earlier, leaves.slice(0, size));
        expect(await refusal(before, now, hashes)).to.equal('');
        const changed = { ...before, root: leafHashOf('changed') };
        expect(await refusal(changed, now, hashes)).to.include('rewritten');
        if (earlier < size) {
          expect(await refusal(now, before, hashes)).to.include('lost entries');
          expect(await refusal(before, { ...now, root: leafHashOf('changed') }, hashes)).to.include('rewritten');
          expect(await refusal(before, now, hashes.slice(0, -1))).not.to.equal('');
          expect(await refusal(before, now, [...hashes, leafHashOf('more')])).to.include('too many');
        }
      }
    const [one, two] = [checkpointIn(checkpointOf(1)), checkpointIn(checkpointOf(2))];
    expect(await refusal({ ...one, origin: 'another' }, two, [])).to.include('different ledgers');
  });
});
