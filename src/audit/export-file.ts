/**
 * The file to which an export is written. It is named `<name>.partial` until it is complete. An interrupted export is continued: its lines
 * are checked, and everything after the last good line is cut off.
 */
import { type FileHandle, open, rename, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exists, syncPath } from '../folders.ts';
import { DamagedFile, RollingCheck, readChecked } from './checked-lines.ts';
import { ExportEnd, ExportedEvent, ExportHeader, MoveRefused } from './export-format.ts';

/** How many bytes are collected for each write. */
const chunkLength = 1024 * 1024;

/** The good part of an incomplete file. */
export type Begun = {
  readonly events: number;
  readonly newest: ExportedEvent | undefined;
  /** Present if the file is complete and only has to be renamed. */
  readonly end: ExportEnd['end'] | undefined;
  readonly bytes: number;
  readonly check: RollingCheck;
};

export class ExportFile {
  readonly #handle: FileHandle;
  readonly #check: RollingCheck;
  #unwritten = '';

  private constructor(handle: FileHandle, check: RollingCheck) {
    this.#handle = handle;
    this.#check = check;
  }

  static async create(path: string, header: ExportHeader): Promise<ExportFile> {
    const file = new ExportFile(await open(path, 'w', 0o600), new RollingCheck());
    await file.add(header);
    return file;
  }

  /** Continues a file after its good part. */
  static async resume(path: string, { check, bytes }: Begun): Promise<ExportFile> {
    await truncate(path, bytes);
    return new ExportFile(await open(path, 'a'), check);
  }

  async add(value: ExportHeader | ExportedEvent | ExportEnd): Promise<void> {
    this.#unwritten += this.#check.line(value);
    if (this.#unwritten.length >= chunkLength) await this.#write();
  }

  /** SHA-256 of all lines so far. */
  digest(): string {
    return this.#check.digest();
  }

  /** Resolves when everything is on the disk. */
  async close(): Promise<void> {
    try {
      await this.#write();
      await this.#handle.sync();
    } finally {
      await this.#handle.close();
    }
  }

  async #write(): Promise<void> {
    const lines = this.#unwritten;
    this.#unwritten = '';
    await this.#handle.appendFile(lines);
  }
}

/** The header of an incomplete file; undefined if there is no good one. */
export async function headerIn(path: string): Promise<ExportHeader | undefined> {
  if (!(await exists(path))) return undefined;
  try {
    for await (const { value } of readChecked(path)) return ExportHeader.safeParse(value).data;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
  }
  return undefined;
}

/** The good part of a file with a good header. `seen` is called with every event. */
export async function begunIn(path: string, seen: (event: ExportedEvent) => void): Promise<Begun> {
  let begun: Omit<Begun, 'check' | 'bytes'> = { events: 0, newest: undefined, end: undefined };
  let bytesRead = 0;
  // When a line is found to be bad, its check has already been added. So the export continues from a copy.
  let check = new RollingCheck();
  const reading = new RollingCheck();
  try {
    for await (const { number, value, bytes } of readChecked(path, reading)) {
      const last = ExportEnd.safeParse(value);
      if (last.success) begun = { ...begun, end: last.data.end };
      else if (number > 1) {
        const newest = ExportedEvent.parse(value);
        begun = { ...begun, newest, events: begun.events + 1 };
        seen(newest);
      }
      bytesRead += bytes;
      check = reading.copy();
    }
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
  }
  return { ...begun, bytes: bytesRead, check };
}

/** Renames the finished file durably. */
export async function finish(partial: string, path: string): Promise<void> {
  await rename(partial, path);
  await syncPath(dirname(path));
}

/**
 * Throws `MoveRefused` if a file with that name exists, or if the folder is missing. Otherwise the error would come only after an hour of
 * work.
 */
export async function assertFree(path: string): Promise<void> {
  if (await exists(path)) throw new MoveRefused(`${path} is there already: remove it, or name another file with --out`);
  if (!(await exists(dirname(path))))
    throw new MoveRefused(`there is no folder ${dirname(path)}: make it, or name another file with --out`);
}
