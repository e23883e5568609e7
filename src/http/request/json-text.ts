/** JSON from clients. Its depth and size are bounded before it is parsed, and it contains no characters that no stored text may contain. */
import { limits } from '../../vocabulary/limits.ts';

export type JsonText = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: JsonFault };
/** `not-text`: one of its strings contains a NUL or half of a surrogate pair. */
export type JsonFault = 'not-json' | 'too-deep' | 'too-many' | 'not-text';

/** Every JSON text begins like this. Most raw stream names do not, and so avoid the exception of the parser, which is slow. */
const mayBeJson = /^[ \t\n\r]*(?:[[{"0-9-]|true|false|null)/;

export function parseJson(text: string): JsonText {
  if (!mayBeJson.test(text)) return { ok: false, why: 'not-json' };
  const excess = excessOf(text);
  if (excess) return { ok: false, why: excess };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: 'not-json' };
  }
  if (/\\u(0000|d[89a-f])/i.test(text) && !holdsOnlyText(value)) return { ok: false, why: 'not-text' };
  return { ok: true, value };
}

/** Whether a text can be stored and shown as it is: it has no NUL and no half of a surrogate pair. */
const isText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

function holdsOnlyText(value: unknown): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isText(key) && holdsOnlyText(item));
}

/** Counts brackets and commas outside strings. For text that is not JSON the result does not matter. */
function excessOf(text: string): 'too-deep' | 'too-many' | undefined {
  if (text.length <= limits.jsonDepthMax) return undefined;
  let depth = 0;
  let nodes = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === backslash) at += 1;
      else if (character === quote) inString = false;
    } else if (character === quote) inString = true;
    else if (character === openBracket || character === openBrace) {
      depth += 1;
      nodes += 1;
      if (depth > limits.jsonDepthMax) return 'too-deep';
    } else if (character === closeBracket || character === closeBrace) depth -= 1;
    else if (character === comma || character === colon) nodes += 1;
    if (nodes > limits.jsonNodesMax) return 'too-many';
  }
  return undefined;
}

const [quote, comma, colon, openBracket, backslash, closeBracket, openBrace, closeBrace] = [
  0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
] as const;
