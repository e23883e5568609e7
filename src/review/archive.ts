/**
 * Zip files whose bytes depend only on their content. Nothing is compressed, because different releases of a compressor may give different
 * bytes, and every entry has the same time.
 */
import { Readable } from 'node:stream';

/** Loaded for the first export, because it is large and few services make exports. */
async function zipLibrary() {
  const library = await import('@zip.js/zip.js');
  library.configure({ useWebWorkers: false, useCompressionStream: false });
  return library;
}

/** The format uses local time, so that this value gives the same bytes in every time zone. */
const lastModDate = new Date(1980, 0, 1);
const options = { level: 0, lastModDate, extendedTimestamp: false, dataDescriptor: false, keepOrder: true } as const;

/** A zip file to which `write` adds entries, as fast as the file is read. Fails if `write` fails. */
export function archive(write: (add: (name: string, bytes: Uint8Array) => Promise<void>) => Promise<void>): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stream = Readable.fromWeb(readable as never);
  // A failure before anybody reads is thrown to the reader later.
  stream.on('error', () => undefined);
  const run = async (): Promise<void> => {
    const { Uint8ArrayReader, ZipWriter } = await zipLibrary();
    const zip = new ZipWriter(writable, options);
    await write(async (name, bytes) => {
      await zip.add(name, new Uint8ArrayReader(bytes));
    });
    await zip.close();
  };
  run().catch((error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))));
  return stream;
}

/** A zip file with one entry. */
export async function zipped(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await zipLibrary();
  const zip = new ZipWriter(new Uint8ArrayWriter(), options);
  await zip.add(name, new Uint8ArrayReader(bytes));
  return zip.close();
}
