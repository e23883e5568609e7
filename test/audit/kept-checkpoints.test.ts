import { expect } from 'chai';
import { keptCheckpoints, keptOneByOne, whyNotSigned, whyUnlike } from '../../src/audit/kept-checkpoints.ts';
import { checkpointText } from '../../src/ledger/checkpoint.ts';
import { sha256 } from '../../src/ledger/hashing.ts';
import { privateKeyFrom, signedNote, verifierOf } from '../../src/ledger/signed-note.ts';
import { testKeys } from '../support/sealed.ts';

const origin = 'chat.example.com/audit/test';
const signer = { name: origin, privateKey: testKeys.current };
const other = { name: origin, privateKey: privateKeyFrom(sha256('another key')) };
const keys = [verifierOf(signer)];
const [root, another] = [sha256('root'), sha256('another')];
const noteOf = (size: number, by = signer): string => signedNote(checkpointText({ origin, size, root }), [by]);

describe('kept checkpoints', () => {
  const [first, second] = [noteOf(60), noteOf(61)];

  it('are named by their line', () => {
    expect(keptCheckpoints(`${first}\n${second}\n`).map(({ size, line }) => [size, line])).to.deep.equal([
      [60, 1],
      [61, 7],
    ]);
    expect(keptCheckpoints('')).to.deep.equal([]);
  });

  it('are read one by one, with yields to the event loop', () => {
    const read = keptOneByOne(`${first}\n${second}\njunk\n`);
    expect([read.next(), read.next()].map(({ value }) => value?.line)).to.deep.equal([1, 7]);
    expect(() => read.next()).to.throw('line 13 is not the beginning of a checkpoint');
  });

  it('are refused with the line that is not a checkpoint', () => {
    expect(() => keptCheckpoints('junk\n')).to.throw('line 1 is not the beginning of a checkpoint');
    expect(() => keptCheckpoints(`${first}\njunk\n`)).to.throw('line 7 is not the beginning of a checkpoint');
    const cut = second.replace(/^(— \S+) .*$/m, '$1 AAAA');
    expect(() => keptCheckpoints(`${first}\n${cut}`)).to.throw('the checkpoint in line 7: line 5 of the note');
  });

  it('are refused at once if a large file has other content, however similar', () => {
    for (const line of ['1\n', 'a\n1\n', '\n— a b\n', '1'])
      for (const end of ['', '\n\n— a b\n'])
        expect(() => keptCheckpoints(`${first}\n${line.repeat(4_000_000)}${end}`)).to.throw(
          /^line [78] is not the beginning of a checkpoint/,
        );
  });

  it('are those of a tree with their root, signed by a key of the ledger', () => {
    const [kept] = keptCheckpoints(first);
    if (!kept) throw new Error('there is one');
    const [own, others] = [keys, [verifierOf(other)]].map((all) => ({ keys: all, isImported: false }));
    if (!own || !others) throw new Error('there are two');
    expect(whyUnlike(kept, root, own)).to.equal(undefined);
    expect(whyUnlike(kept, another, own)).to.match(/another root than the checkpoint that was kept, line 1$/);
    expect(whyUnlike(kept, root, others)).to.include('none of the keys of the ledger signed');
    expect(whyUnlike(kept, another, others)).to.match(/another root than the checkpoint that was kept, line 1$/);
  });

  it('may be from before an import, if no key of the ledger signed them', () => {
    const [kept] = keptCheckpoints(first);
    if (!kept) throw new Error('there is one');
    const imported = { keys: [verifierOf(other)], isImported: true };
    const why = 'line 1; no key of this ledger signed it, so it may be from before the import';
    expect(whyUnlike(kept, another, imported)).to.match(new RegExp(`${why}$`));
    expect(whyUnlike(kept, another, { keys, isImported: true })).to.match(/line 1$/);
  });

  it('are not compared with the ledger if they were changed themselves', () => {
    const changed = keptCheckpoints(`${first}\n${second.replace('\n61\n', '\n62\n')}`)[1];
    if (!changed) throw new Error('there is one');
    const why = `the checkpoint that was kept, line 7: the signature of ${origin} (${keys[0]?.id}) is wrong`;
    expect([whyNotSigned(changed, keys), whyUnlike(changed, root, { keys, isImported: false })]).to.deep.equal([
      why,
      why,
    ]);
    expect(whyNotSigned(changed, [verifierOf(other)])).to.equal(undefined);
  });
});
