/**
 * Fields of a multipart form (RFC 7578), byte for byte as they were sent; files are left out. Own, because the platform's
 * reader replaces what is not UTF-8 and drops a byte order mark, and what was said must be kept as said.
 */
import { isUtf8 } from 'node:buffer';
import { ProblemError } from '../response/problem.ts';
import { invalid } from './parameter-errors.ts';
import { add, notUtf8, type Sent } from './urlencoded.ts';

const partsMax = 1000;
const headersEnd = '\r\n\r\n';

export function readMultipart(contentType: string, bytes: Buffer): Sent {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  const sent: Sent = Object.create(null);
  for (const part of partsOf(bytes, boundary)) {
    const end = part.indexOf(headersEnd);
    if (end < 0) throw malformed();
    const name = fieldName(part.subarray(0, end));
    if (name === undefined) continue;
    const value = part.subarray(end + headersEnd.length);
    if (!isUtf8(value)) throw notUtf8(name);
    add(sent, name, value.toString('utf8'));
  }
  return sent;
}

function partsOf(bytes: Buffer, boundary: string): Buffer[] {
  const next = `\r\n--${boundary}`;
  // The first boundary may stand at the very beginning, as if after a line end.
  const all = Buffer.concat([Buffer.from('\r\n'), bytes]);
  const afterBoundary = (from: number): number => {
    const found = all.indexOf(next, from);
    if (found < 0) throw malformed();
    return found + next.length;
  };
  const parts: Buffer[] = [];
  let at = afterBoundary(0);
  while (all.subarray(at, at + 2).toString('latin1') !== '--') {
    const line = all.indexOf('\r\n', at);
    if (line < 0 || parts.length === partsMax) throw malformed();
    at = afterBoundary(line);
    parts.push(all.subarray(line + 2, at - next.length));
  }
  return parts;
}

/** The name a part is sent under; undefined for a file. Browsers write a quote as %22, others with a backslash. */
function fieldName(headers: Buffer): string | undefined {
  if (!isUtf8(headers)) throw new ProblemError(invalid('The name of a parameter is not valid UTF-8'));
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(headers.toString('utf8'))?.[1];
  if (disposition === undefined) throw malformed();
  if (/;\s*filename\*?=/i.test(disposition)) return undefined;
  const [, quoted, plain] = /;\s*name=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  const name = quoted?.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"') ?? plain;
  if (name === undefined) throw malformed();
  return name;
}

const malformed = (): ProblemError => new ProblemError(invalid('The body is not valid multipart/form-data'));
