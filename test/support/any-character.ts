/** Any character of Unicode for properties. fast-check's unit `binary` first lists all of them, which takes half a second. */
import fc from 'fast-check';

export const anyCharacter = fc
  .nat({ max: 0x10ffff - 0x800 })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));
