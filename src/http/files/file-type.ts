/** The media type of an uploaded file. Only its bytes decide whether browsers show it inline, because the client may declare any type. */
import type { SentFile } from '../../define/endpoint.ts';
import { limits } from '../../vocabulary/limits.ts';
import { pixelsOf } from './pixels.ts';

/** Media types that browsers show without running anything. */
export const shownInline: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

const unknownType = 'application/octet-stream';

const starts: readonly (readonly [type: string, ...parts: readonly (readonly [at: number, text: string])[]])[] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['application/pdf', [0, '%PDF-']],
];

/** The type according to the first bytes. Undefined for every type that is not shown inline. */
export function typeInBytes(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  return starts.find(([, ...parts]) => parts.every(([at, part]) => text.startsWith(part, at)))?.[0];
}

/** Audio and video keep the declared type, because playing them runs no code. Any other file is served for download. */
export function typeOf(head: Buffer, declared: string): string {
  const [, plain = ''] = /^\s*([^;\s]*)/.exec(declared.toLowerCase()) ?? [];
  return typeInBytes(head) ?? (/^(?:audio|video)\/[a-z0-9.+-]{1,60}$/.test(plain) ? plain : unknownType);
}

/** An image with too many pixels is served for download, so that no page decodes it. */
export async function servedType({ head, path, type: declared }: SentFile): Promise<string> {
  const type = typeOf(head, declared);
  if (!type.startsWith('image/')) return type;
  return (await pixelsOf(path, type)) > limits.shownPixelsMax ? unknownType : type;
}
