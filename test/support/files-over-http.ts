/** Uploads and downloads files, as clients do. */
import { expectDescribed } from './api-description.ts';
import { type Answer, authorizationOf, type Client, type Loose } from './client.ts';

type Part = { readonly name?: string; readonly type?: string; readonly bytes: string | Uint8Array<ArrayBuffer> };

/** Posts a form with these files. */
export async function postFiles(
  base: string,
  client: Client,
  path: string,
  ...parts: readonly Part[]
): Promise<Answer> {
  const body = new FormData();
  for (const [at, { name = 'notes.txt', type = 'text/plain', bytes }] of parts.entries())
    body.append(`file${at}`, new Blob([bytes], { type }), name);
  const response = await fetch(`${base}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: authorizationOf(client) },
    body,
  });
  const json = (await response.json()) as Loose;
  expectDescribed('POST', path, response.status, json);
  return { status: response.status, headers: response.headers, body: json };
}

export type Download = { readonly status: number; readonly headers: Headers; readonly text: string };

/** A file at an address of this server. */
export async function download(
  base: string,
  address: string,
  client?: Client,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Download> {
  const sent = new Headers(headers);
  if (client) sent.set('authorization', authorizationOf(client));
  const response = await fetch(base + address, { method, headers: sent });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The beginning of a PNG image of this size, a character for each byte. */
export function pngOf(width: number, height: number): string {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${size.toString('latin1')}`;
}
