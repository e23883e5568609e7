import { expect } from 'chai';
import { checkpointIn, checkpointText } from '../../src/ledger/checkpoint.ts';
import { type Hash, sha256 } from '../../src/ledger/hashing.ts';
import { inclusionProof } from '../../src/ledger/merkle-proofs.ts';
import {
  privateKeyFrom,
  readNote,
  signedNote,
  verifiedText,
  verifierIn,
  verifierOf,
  verifierText,
} from '../../src/ledger/signed-note.ts';
import { tlogProofText } from '../../src/ledger/tlog-proof.ts';
import { check, proofIn } from '../../web/src/prove/tlog.ts';
import { mth } from './naive-tree.ts';

/** The example of C2SP's signed-note. */
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const example =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
/** The example of C2SP's tlog-checkpoint. */
const exampleCheckpoint =
  'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n';

/** RFC 8032, section 7.1, test 1. */
const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const origin = 'chat.example.com/audit/acme';
const signer = { name: origin, privateKey: privateKeyFrom(seed) };
const verifier = verifierOf(signer);
const refusal = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    return error instanceof Error && error.name === 'NoteRefused' ? error.message : `thrown: ${error}`;
  }
  return 'not refused';
};

describe('a signed note', () => {
  it('is verified as the example of C2SP', () => {
    const key = verifierIn(exampleKey);
    expect(verifiedText(example, [key])).to.equal('This is an example message.\n');
    expect(verifierText(key)).to.equal(exampleKey);
  });

  it('has the public key of the example in RFC 8032, and is verified with it', () => {
    expect(verifier.publicKey.toString('hex')).to.equal(publicKey);
    const note = signedNote('a\n\nb\n', [signer]);
    expect(verifiedText(note, [verifierIn(verifierText(verifier))])).to.equal('a\n\nb\n');
    expect(readNote(note).signatures.map(({ name }) => name)).to.deep.equal([origin]);
  });

  it('has at most 64 signatures of at least one byte each, and at most 100,000 characters', () => {
    const line = (bytes: number): string => `— a ${Buffer.alloc(bytes).toString('base64')}\n`;
    const withLines = (count: number): string => `text\n\n${line(5).repeat(count)}`;
    expect(readNote(withLines(64)).signatures).to.have.length(64);
    expect(refusal(() => readNote(withLines(65)))).to.equal('the note has too many signatures');
    expect(refusal(() => readNote(`text\n\n${line(4)}`))).to.equal('line 3 of the note is not a signature');
    const end = `\n\n${line(5)}`;
    const longest = 'x'.repeat(100_000 - end.length) + end;
    expect(readNote(longest).signatures).to.have.length(1);
    expect(refusal(() => readNote(`x${longest}`))).to.equal('the note is too long');
  });

  it('is refused if one byte of it was changed', () => {
    const note = signedNote('text\n', [signer]);
    for (let at = 0; at < note.length; at += 1) {
      const changed = note.slice(0, at) + String.fromCharCode(note.charCodeAt(at) ^ 1) + note.slice(at + 1);
      expect(
        refusal(() => verifiedText(changed, [verifier])),
        `at ${at}`,
      ).to.match(/line|note|signature/);
    }
  });

  it('may have signatures of unknown keys, but no wrong one of a known key', () => {
    const other = { name: 'witness.example', privateKey: privateKeyFrom(sha256('another')) };
    const both = signedNote('text\n', [other, signer]);
    expect(verifiedText(both, [verifier])).to.equal('text\n');
    const moved = signedNote('other\n', [signer]).replace('other', 'text');
    expect(refusal(() => verifiedText(moved, [verifier]))).to.match(/the signature of .* is wrong/);
    expect(refusal(() => verifiedText(both, [verifierIn(exampleKey)]))).to.equal('no known key signed the note');
  });

  it('is refused if it is not a signed note', () => {
    expect(refusal(() => readNote('text\n'))).to.match(/no empty line/);
    expect(refusal(() => readNote('text\n\n— a AAAAAAA='))).to.match(/no empty line/);
    // The same bytes, written in another way.
    expect(refusal(() => readNote('text\n\n— a AAAAAAB=\n'))).to.equal('line 3 of the note is not a signature');
    expect(refusal(() => readNote('text\r\n\n— a b\n'))).to.match(/control character/);
    expect(refusal(() => readNote('text\n\nsomething\n'))).to.equal('line 3 of the note is not a signature');
    expect(refusal(() => readNote(`text\n\n${'— a AAAAAAA=\n'.repeat(100)}`))).to.match(/too many/);
    expect(refusal(() => readNote('x'.repeat(1_000_000)))).to.match(/too long/);
    expect(refusal(() => verifierIn('a+00000000+AA=='))).to.match(/verifier key/);
    expect(refusal(() => verifierIn(exampleKey.replace('530d903a', '530d903b')))).to.match(/not that of/);
  });
});

describe('a checkpoint', () => {
  it('is read as the example of C2SP', () => {
    const { text } = readNote(exampleCheckpoint);
    const checkpoint = checkpointIn(text);
    expect(checkpoint).to.deep.include({ origin: 'example.com/behind-the-sofa', size: 20852163 });
    expect(checkpointText(checkpoint)).to.equal(text);
  });

  it('names the line that is wrong', () => {
    const hash = Buffer.alloc(32).toString('base64');
    expect(refusal(() => checkpointIn('a\n1\n'))).to.match(/line 3/);
    for (const size of ['-1', '01', '1.5', '9007199254740992', '1e3', 'x', '99999999999999999999'])
      expect(
        refusal(() => checkpointIn(`a\n${size}\n${hash}\n`)),
        size,
      ).to.match(/line 2/);
    expect(refusal(() => checkpointIn(`a\n1\n${hash.slice(1)}\n`))).to.match(/line 3/);
    expect(refusal(() => checkpointIn(`a\n1\n\n${hash}\n`))).to.match(/none empty/);
  });
});

describe('a proof in a file', () => {
  const leaves = Array.from({ length: 11 }, (_, at) => Buffer.from(`${at}`));
  const hashOf = (from: number, to: number): Hash => mth(leaves.slice(from, to));
  const made = async (): Promise<string> => {
    const hashes = await inclusionProof(4, 11, async ({ height, index }) =>
      hashOf(index * 2 ** height, (index + 1) * 2 ** height),
    );
    const checkpoint = signedNote(checkpointText({ origin, size: 11, root: mth(leaves) }), [signer]);
    return tlogProofText({ index: 4, hashes, checkpoint, extra: Buffer.from('4') });
  };

  it('shows that a leaf is in the log', async () => {
    const text = await made();
    expect(proofIn(text)).to.deep.include({ index: 4, extra: '4' });
    const { index, checkpoint } = await check({ proof: text, leaf: '4', keys: verifierText(verifier) });
    expect([index, checkpoint.origin, checkpoint.size]).to.deep.equal([4, origin, 11]);
  });
});
