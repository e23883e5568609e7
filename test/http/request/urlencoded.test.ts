import { expect } from 'chai';
import fc from 'fast-check';
import { readForm, readQuery, type Sent } from '../../../src/http/request/urlencoded.ts';
import { ProblemError } from '../../../src/http/response/problem.ts';

const names = fc.string({ unit: 'grapheme', minLength: 1 });
const values = fc.string({ unit: 'grapheme' });

/** By what JavaScript has for it; undefined: refused. */
function asJavaScriptReads(bytes: string): Record<string, string> | undefined {
  const read = new Map<string, string>();
  for (const pair of bytes.split('&').filter((one) => one !== '')) {
    const [name = '', ...rest] = pair.split('=').map((part, at) => (at > 1 ? `=${part}` : part));
    try {
      const [key = '', value = ''] = [name, rest.join('')].map((part) =>
        decodeURIComponent(
          part.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
        ),
      );
      if (read.has(key)) return undefined;
      read.set(key, value);
    } catch {
      return undefined;
    }
  }
  return Object.fromEntries(read);
}

function asRead(read: () => Sent): Record<string, string> | undefined {
  try {
    return { ...read() };
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

describe('urlencoded parameters', () => {
  it('are read as they were meant', () => {
    fc.assert(
      fc.property(fc.dictionary(names, values, { noNullPrototype: false }), (sent) => {
        const text = new URLSearchParams(sent).toString();
        expect({ ...readForm(Buffer.from(text)) }).to.deep.equal({ ...sent });
        expect({ ...readQuery(text) }).to.deep.equal({ ...sent });
      }),
    );
  });

  it('are read from any bytes as JavaScript reads them, or refused', () => {
    const pieces = [
      'a',
      'b',
      '=',
      '&',
      '+',
      '%',
      '%4',
      '%41',
      '%4G',
      '%26',
      '%c3',
      '%A9',
      '%ED%A0%80',
      '\xc3\xa9',
      '\xff',
    ];
    const bytes = fc
      .array(
        fc.oneof(
          fc.constantFrom(...pieces),
          fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(bytes, (text) => {
        expect(asRead(() => readForm(Buffer.from(text, 'latin1')))).to.deep.equal(asJavaScriptReads(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
