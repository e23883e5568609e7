import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { verifiedStream } from '../../../src/http/files/verified-stream.ts';

const file = { size: 13, sha256: createHash('sha256').update('one two three').digest('hex') };
const sent = (...chunks: string[]) =>
  verifiedStream(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), file, true);

/** What a client gets, and the error with which it breaks off. */
async function got(stream: Readable): Promise<{ text: string; error: string | undefined }> {
  let text = '';
  try {
    for await (const chunk of stream) text += chunk;
    return { text, error: undefined };
  } catch (error) {
    return { text, error: (error as Error).name };
  }
}

describe('a stored file that is sent whole', () => {
  it('is sent if it has the stored bytes', async () => {
    expect(await got(sent('one ', 'two ', 'three'))).to.deep.equal({ text: 'one two three', error: undefined });
    const empty = { size: 0, sha256: createHash('sha256').digest('hex') };
    expect(await got(verifiedStream(Readable.from([]), empty, true))).to.deep.equal({ text: '', error: undefined });
  });

  it('breaks off before its end if a byte was changed, or if it was cut', async () => {
    for (const chunks of [['one ', 'too ', 'three'], ['one two thre!'], ['one ', 'two '], []]) {
      const { text, error } = await got(sent(...chunks));
      expect(error, chunks.join()).to.equal('FileChanged');
      expect(text.length).to.be.below(file.size);
    }
  });

  it('breaks off before the stored size if it was made longer', async () => {
    const { text, error } = await got(sent('one ', 'two three', '!'));
    expect(error).to.equal('FileChanged');
    expect(text.length).to.be.below(file.size);
  });

  it('is closed when its reader leaves, and fails with the same error', async () => {
    const source = Readable.from([Buffer.from('one two three')]);
    const stream = verifiedStream(source, file, true);
    stream.destroy();
    await new Promise((resolve) => source.once('close', resolve));
    const broken = new Readable({
      read() {
        this.destroy(new RangeError('gone'));
      },
    });
    expect((await got(verifiedStream(broken, file, true))).error).to.equal('RangeError');
  });
});

describe('a range of a stored file', () => {
  const range = (...chunks: string[]) =>
    got(verifiedStream(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), { ...file, size: 6 }, false));

  it('is sent if it has the announced length', async () => {
    expect(await range('two ', 'th')).to.deep.equal({ text: 'two th', error: undefined });
  });

  it('is cut off if it is shorter or longer, for instance if a bucket answers with the whole file', async () => {
    for (const chunks of [['two '], ['two ', 'three'], ['one two three']]) {
      const { text, error } = await range(...chunks);
      expect(error, chunks.join()).to.equal('FileChanged');
      expect(text.length).to.be.below(6);
    }
  });
});
