/** Internet messages (RFC 5322, MIME) for mail programs. The same content gives the same bytes. */

export type Header = readonly [name: string, value: string];

export type Part = {
  readonly type: string;
  /** The file name of an attachment. */
  readonly name?: string;
  readonly bytes: Uint8Array;
};

/** `parts`: several parts, or a single text. */
export function internetMessage(headers: readonly Header[], parts: readonly Part[], boundary: string): Buffer {
  const lines = [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
  ];
  const text = parts.map((part) => `--${boundary}\r\n${partOf(part)}\r\n`).join('');
  return Buffer.from(`${lines.join('\r\n')}\r\n${text}--${boundary}--\r\n`);
}

function partOf({ type, name, bytes }: Part): string {
  const head = [
    `Content-Type: ${type}${name === undefined ? '' : `; name="${name}"`}`,
    'Content-Transfer-Encoding: base64',
    ...(name === undefined ? [] : [`Content-Disposition: attachment; filename="${name}"`]),
    '',
  ];
  return `${head.join('\r\n')}\r\n${base64Lines(bytes)}`;
}

function base64Lines(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return text.replace(/.{1,76}/g, '$&\r\n').trimEnd();
}

/** A text in a header (RFC 2047), folded. Control characters, including line ends, become spaces. */
export function headerText(text: string): string {
  const plain = text.replace(/ *\p{Cc}[\p{Cc} ]*/gu, ' ').trim();
  if (/^[\x20-\x7e]{0,60}$/.test(plain) && !plain.includes('=?')) return plain;
  const words: string[] = [];
  let bytes: Buffer[] = [];
  let size = 0;
  for (const sign of plain) {
    const encoded = Buffer.from(sign);
    if (size + encoded.length > encodedMax) {
      words.push(wordOf(bytes));
      [bytes, size] = [[], 0];
    }
    bytes.push(encoded);
    size += encoded.length;
  }
  return [...words, wordOf(bytes)].join('\r\n ');
}

const wordOf = (bytes: readonly Buffer[]): string => `=?utf-8?B?${Buffer.concat(bytes).toString('base64')}?=`;
/** The octets of an encoded word. With its frame it must not be longer than 75. */
const encodedMax = 42;

/** Whether a mail program accepts the address in a header. */
export const isAddress = (email: string): boolean =>
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(email);

/** `"Name" <address>`. Names are quoted, or encoded if they are not ASCII. */
export function mailbox(name: string, address: string): string {
  const text = headerText(name);
  const phrase = text.startsWith('=?') ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
  return `${phrase} <${address}>`;
}

/** The addresses of a header, one in each line. */
export const mailboxes = (all: readonly string[]): string => all.join(',\r\n ');

/** `Mon, 23 Nov 2026 09:10:49 +0000`. */
export const mailDate = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000');
