/** Builds the web page into `dist/page`: files with hashed names, each with compressed copies beside it. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { gemoji } from 'gemoji';
import { defineConfig, type Plugin } from 'vite';
import { emojiCode, emojiCodeOf, emojiName } from '../src/rendering/emoji.ts';

const root = resolve(import.meta.dirname, '..');
const outDir = join(root, 'dist/page');

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { 'verbatim/client': join(root, 'src/client/index.ts') } },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy of the page forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [emojiNames(), modernFonts(), compressed()],
  logLevel: 'warn',
});

/** Provides `virtual:emoji-names`: `[characters, names]` of every emoji, with the names of the server. */
function emojiNames(): Plugin {
  const id = 'virtual:emoji-names';
  return {
    name: 'emoji-names',
    resolveId: (source) => (source === id ? id : undefined),
    load(loaded) {
      if (loaded !== id) return undefined;
      const rows = gemoji.map(({ emoji, names }) => {
        const code = emojiCodeOf(emoji);
        const own = [emojiName(code) ?? '', ...names].filter((name) => emojiCode(name) === code);
        return [emoji, ...new Set(own)];
      });
      return `export const emoji = ${JSON.stringify(rows.filter((row) => row.length > 1))};`;
    },
  };
}

/** Drops the older formats of the fonts for formulas, because every browser that can run the page reads WOFF2. */
function modernFonts(): Plugin {
  return {
    name: 'modern-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('katex.css') ? code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)/g, '') : undefined,
  };
}

/** Writes `<file>.br` and `<file>.gz` if they are smaller, so that the server compresses nothing itself. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    closeBundle() {
      for (const name of readdirSync(outDir, { recursive: true }) as string[]) {
        const path = join(outDir, name);
        if (!/\.(html|js|css|svg)$/.test(name) || !statSync(path).isFile()) continue;
        const body = readFileSync(path);
        const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
        if (br.length < body.length) writeFileSync(`${path}.br`, br);
        const gz = gzipSync(body, { level: 9 });
        if (gz.length < body.length) writeFileSync(`${path}.gz`, gz);
      }
    },
  };
}
