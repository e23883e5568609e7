/** The parts of the trail's screen that need no browser. */
import { expect } from 'chai';
import { LineSplitter } from '../../web/src/api/line-splitter.ts';
import { changedPart } from '../../web/src/audit/shared/changed-part.ts';
import { beginOf, localTime, timeSent } from '../../web/src/audit/shared/local-time.ts';
import { addressOfTrail, filterIn, sentFilter } from '../../web/src/audit/trail/filter.ts';

const partOf = (address: string): string | undefined => {
  const part = address.split('/')[2];
  return part === undefined ? undefined : decodeURIComponent(part);
};

describe('the filter of the trail', () => {
  it('can be read back from the address, whatever is in it', () => {
    const filter = { actor: 'service', topic: 'a/b & c=d % ü', stream_id: '3', since: '2026-11-22T14:34:00.000Z' };
    expect(filterIn(partOf(addressOfTrail(filter)))).to.deep.equal(filter);
    expect(addressOfTrail({ topic: ' ' })).to.equal('#audit/trail');
    expect(filterIn('nonsense=1&topic=&query=x')).to.deep.equal({ query: 'x' });
  });

  it('is sent with numbers if the API expects them', () => {
    expect(sentFilter({ stream_id: '3', actor: '17' })).to.deep.equal({ stream_id: 3, actor: '17' });
  });
});

describe('lines', () => {
  it('are whole, wherever the chunks end', () => {
    const text = '{"a":1}\n{"b":"ü"}\n\n{"c":3}\n';
    for (let size = 1; size <= text.length; size += 1) {
      const splitter = new LineSplitter();
      const lines: string[] = [];
      for (let at = 0; at < text.length; at += size) lines.push(...splitter.take(text.slice(at, at + size)));
      expect(lines).to.deep.equal(['{"a":1}', '{"b":"ü"}', '{"c":3}']);
    }
  });

  it('are left out if they were cut', () => {
    const splitter = new LineSplitter();
    expect(splitter.take('{"a":1}\n{"b"')).to.deep.equal(['{"a":1}']);
  });
});

describe('what changed in a text', () => {
  it('is what differs between the common beginning and end', () => {
    expect(changedPart('soup at noon', 'soup at one')).to.deep.equal({
      head: 'soup at ',
      gone: 'noon',
      come: 'one',
      tail: '',
    });
    expect(changedPart('aaa', 'aa')).to.include({ gone: 'a', come: '' });
    expect(changedPart('', 'x')).to.include({ gone: '', come: 'x' });
    expect(changedPart('same', 'same')).to.include({ head: 'same', gone: '', come: '', tail: '' });
  });

  it('cuts no character in two, and loses nothing', () => {
    for (const [before, after] of [
      ['a😀b', 'a😁b'],
      ['𐀀x', '𐐀x'],
      ['😀', '😀😀'],
    ] as const) {
      const { head, gone, come, tail } = changedPart(before, after);
      expect(head + gone + tail).to.equal(before);
      expect(head + come + tail).to.equal(after);
      for (const part of [head, gone, come, tail]) expect(part).not.to.match(/\p{Surrogate}/u);
    }
  });
});

describe('a moment in a field', () => {
  it('stays as it was if the field was not touched', () => {
    const at = '2026-11-22T14:34:00.123Z';
    expect(timeSent(localTime(at), at)).to.equal(at);
    expect(timeSent('', 'position:4711')).to.equal('position:4711');
  });

  it("is the beginning of a day in the visitor's time zone", () => {
    const { TZ } = process.env;
    process.env.TZ = 'Asia/Kolkata';
    try {
      expect(beginOf('2026-11-22')).to.equal('2026-11-21T18:30:00.000Z');
      expect(['', '12345-01-01'].map(beginOf)).to.deep.equal(['', '12345-01-01']);
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });

  it('is sent in UTC', () => {
    const at = '2026-11-22T14:34:05.000Z';
    expect(timeSent(localTime(at), undefined)).to.equal(at);
    expect(timeSent('', '2026-11-22T14:34:05.000Z')).to.equal('');
    expect(localTime('position:3')).to.equal('');
  });
});
