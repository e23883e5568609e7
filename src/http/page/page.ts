/** The files of the web page, as `npm run build` made them. They are few and small, so that they are kept in memory. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export type Encoding = 'br' | 'gzip' | 'identity';

export type PageFile = {
  readonly type: string;
  readonly etag: string;
  /** Whether its name contains a hash of its content, so that it can be cached for ever. */
  readonly isHashed: boolean;
  /** The encodings that make it smaller, and the file itself. */
  readonly bodies: ReadonlyMap<Encoding, Buffer>;
};

/** Maps a path to its file. `/` is the document. */
export type Page = ReadonlyMap<string, PageFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const encodings: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** Undefined if the page has not been built. */
export async function readPage(folder: string): Promise<Page | undefined> {
  const names = await filesIn(folder);
  if (!names.includes('index.html')) return undefined;
  const page = new Map<string, PageFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const body = await readFile(join(folder, name));
    const bodies = new Map<Encoding, Buffer>();
    for (const [encoding, suffix] of encodings)
      if (names.includes(name + suffix)) bodies.set(encoding, await readFile(join(folder, name + suffix)));
    bodies.set('identity', body);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    page.set(name === 'index.html' ? '/' : `/${name}`, { type, etag, isHashed: name.startsWith('assets/'), bodies });
  }
  return page;
}

/** Paths below the folder, with `/` between their parts. */
async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
