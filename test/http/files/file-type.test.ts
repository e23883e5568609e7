import { expect } from 'chai';
import { typeOf } from '../../../src/http/files/file-type.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the media type of an uploaded file', () => {
  it('is an image or a PDF only if its bytes are', () => {
    const found = ['\x89PNG\r\n\x1a\n....', '\xff\xd8\xff\xe0', 'GIF89a', 'GIF87a', 'RIFF....WEBPVP8', '%PDF-1.7'].map(
      (start) => typeOf(bytes(start), 'text/html'),
    );
    expect(found).to.deep.equal(['image/png', 'image/jpeg', 'image/gif', 'image/gif', 'image/webp', 'application/pdf']);
  });

  it('is nothing that a browser would run, whatever the client declared', () => {
    for (const declared of [
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/javascript',
      'image/png',
      'x',
      '',
    ])
      expect(typeOf(bytes('<svg onload=alert(1)>'), declared), declared).to.equal('application/octet-stream');
  });

  it('is audio or video if the client declared it', () => {
    expect(typeOf(bytes('x'), 'Video/MP4; codecs=x')).to.equal('video/mp4');
    expect(typeOf(bytes('x'), 'audio/ogg')).to.equal('audio/ogg');
    const of = (length: number) => typeOf(bytes('x'), `audio/${'x'.repeat(length)}`);
    expect([60, 61].map(of)).to.deep.equal([`audio/${'x'.repeat(60)}`, 'application/octet-stream']);
    expect(typeOf(bytes('x'), 'audio/<b>')).to.equal('application/octet-stream');
  });
});
