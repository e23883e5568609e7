import { expect } from 'chai';
import { canonicalJson } from '../../src/vocabulary/canonical-json.ts';

/** The bits of an IEEE 754 double and how RFC 8785, appendix B, writes it. */
const numbers: readonly (readonly [string, string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

describe('canonical JSON', () => {
  it('writes the example of RFC 8785, section 3.2', () => {
    const input = `{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(input))).to.equal(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        `"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
    );
  });

  it('sorts names by their UTF-16 code units', () => {
    const input = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(canonicalJson(input)))).to.have.members(Object.values(input));
    expect(canonicalJson(input).match(/"[^"]*"(?=:)/g)).to.deep.equal([
      '"\\r"',
      '"1"',
      '"\u0080"',
      '"ö"',
      '"€"',
      '"😀"',
      '"\ufb33"',
    ]);
  });

  for (const [bits, text] of numbers)
    it(`writes ${text}`, () => {
      expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).to.equal(text);
    });

  it('writes half a surrogate pair as its escape, and omits values that JSON omits', () => {
    expect(canonicalJson({ b: '\ud800', a: undefined })).to.equal('{"b":"\\ud800"}');
  });

  it('does not write a number that is too large as null, and reads it again', () => {
    for (const text of ['1e999', '-1e999', '[1e999]', '{"a":-1e999}'])
      expect(canonicalJson(JSON.parse(text))).to.equal(text);
  });
});
