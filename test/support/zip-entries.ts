/** Reads a zip file in memory. */
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';

configure({ useWebWorkers: false });

/** Name → bytes, in the order of the file. */
export async function zipEntries(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { checkSignature: true });
  const entries = new Map<string, Buffer>();
  for (const entry of await reader.getEntries())
    if (!entry.directory) entries.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  await reader.close();
  return entries;
}
