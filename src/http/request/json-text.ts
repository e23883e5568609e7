/** JSON as clients send it: bounded in depth, and free of what no text of ours may hold. */

/** Deeper than any parameter or payload is; parsing and validating stay shallow whatever is sent. */
export const jsonDepthMax = 50;

export type JsonText = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: JsonFault };
/** `not-text`: a string in it holds a NUL or half a surrogate pair. */
export type JsonFault = 'not-json' | 'too-deep' | 'not-text';

/** What every JSON text begins with: names of streams, sent raw, mostly do not, and an exception is dear. */
const mayBeJson = /^[ \t\n\r]*(?:[[{"0-9-]|true|false|null)/;

export function parseJson(text: string): JsonText {
  if (!mayBeJson.test(text)) return { ok: false, why: 'not-json' };
  if (deeperThan(text, jsonDepthMax)) return { ok: false, why: 'too-deep' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: 'not-json' };
  }
  if (/\\u(0000|d[89a-f])/i.test(text) && !holdsOnlyText(value)) return { ok: false, why: 'not-text' };
  return { ok: true, value };
}

/** Whether a text is one that can be kept and shown as it is: no NUL, no half of a surrogate pair. */
export const isText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

function holdsOnlyText(value: unknown): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isText(key) && holdsOnlyText(item));
}

/** Counts brackets outside strings; on text that is no JSON the answer does not matter. */
function deeperThan(text: string, depthMax: number): boolean {
  if (text.length <= depthMax) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return false;
}
