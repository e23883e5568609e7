/**
 * How the program is built: `dist/program` holds the modules of `src`, `commands` and `projections` in a few files, because a start that
 * reads a thousand takes almost twice the processor time.
 */
import { dirname, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** What is found by its path. Each keeps its path and its exports. */
const entries = [
  // The program, its library, its process and its threads.
  'verbatim',
  'replay',
  'past-replica',
  'audit/examined-event',
  'adapters/lmdb/log-part-thread',
  'adapters/lmdb/read-writer-work',
  'engine/render/render-work',
  // For bin/client-types.js.
  'http/openapi/openapi',
  'http/openapi/typescript',
  'http/routes/index',
  // For bench/workers.
  'adapters/lmdb/log-to-verify',
  'audit/verification',
  'cli/command-line',
  'http/operations/metrics',
  'main',
  'stores',
];

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/program',
    // `npm run dev` restarts the service when a file changes. Until then the modules that it imports must not be missing.
    emptyOutDir: !process.argv.includes('--watch'),
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: Object.fromEntries(entries.map((name) => [`src/${name}`, `src/${name}.ts`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', sourcemapExcludeSources: true },
      preserveEntrySignatures: 'strict',
    },
  },
  plugins: [pathsOfModules()],
  logLevel: 'warn',
});

/** A module that asks for its own path gets the path that it would have below `dist/program` if it were not bundled. */
function pathsOfModules(): Plugin {
  return {
    name: 'paths-of-modules',
    resolveImportMeta(property, { chunkId, moduleId }) {
      const path = relative(dirname(chunkId), relative(root, moduleId)).replace(/\.ts$/, '.js');
      if (property === 'url') return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
      // Whole paths, as Node gives them.
      if (property === 'filename') return `import.meta.dirname + ${JSON.stringify(`/${path}`)}`;
      if (property === 'dirname') return `import.meta.dirname + ${JSON.stringify(`/${dirname(path)}`)}`;
      return null;
    },
  };
}
