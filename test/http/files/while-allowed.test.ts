import { Readable } from 'node:stream';
import { expect } from 'chai';
import { whileAllowed } from '../../../src/http/files/while-allowed.ts';

const chunks = (): Readable => Readable.from([Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]);

describe('a file that is sent while it may be read', () => {
  it('is sent whole', async () => {
    expect((await whileAllowed(chunks(), () => true).toArray()).join('')).to.equal('one two three');
  });

  it('is cut off and closed as soon as it may not be read', async () => {
    let asked = 0;
    const file = chunks();
    const sent = whileAllowed(file, () => {
      asked += 1;
      return asked < 3;
    });
    const got: string[] = [];
    const error = await (async () => {
      for await (const chunk of sent) got.push(String(chunk));
    })().catch((thrown: unknown) => thrown);
    expect(String(error)).to.equal('Error: the reader of an export has lost access');
    expect(got.join('')).not.to.contain('three');
    expect(file.destroyed).to.equal(true);
  });

  it('ends as the file does', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('gone'));
      },
    });
    const error = await whileAllowed(broken, () => true)
      .toArray()
      .catch((thrown: unknown) => thrown);
    expect(String(error)).to.equal('Error: gone');
  });
});
