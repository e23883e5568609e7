/**
 * A store's file carries a number. A scrub writes the next number beside it and takes it into use once it is complete
 * on disk, so that reads go on during the copy and a crash at any step leaves one whole file: the highest number without
 * `.partial` is the store, everything else is a leftover.
 */
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const pathOf = (folder: string, name: string, generation: number): string => join(folder, `${name}-${generation}.mdb`);

/** The store's file (it may not exist yet); leftovers of interrupted scrubs are removed. */
export const currentFile = async (folder: string, name: string): Promise<string> => {
  const pattern = new RegExp(`^${name}-(\\d+)\\.mdb(\\.partial)?(-lock)?$`);
  const ours = (await readdir(folder)).flatMap((file) => {
    const match = pattern.exec(file);
    return match === null ? [] : [{ file, generation: Number(match[1]), whole: match[2] === undefined && !match[3] }];
  });
  const newest = ours.filter((f) => f.whole).reduce((max, f) => Math.max(max, f.generation), 1);
  const current = pathOf(folder, name, newest);
  for (const { file } of ours) {
    if (!join(folder, file).startsWith(current) || file.includes('.partial')) await rm(join(folder, file));
  }
  return current;
};

/** Where the file after the current one is written, and what it is called once it is whole and in use. */
export type NextFile = { readonly partial: string; readonly whole: string };

export const nextFile = (current: string): NextFile => {
  const match = /^(.+)-(\d+)\.mdb$/.exec(basename(current));
  if (match === null) throw new Error(`not a store's file: ${current}`);
  const whole = pathOf(dirname(current), String(match[1]), Number(match[2]) + 1);
  return { partial: `${whole}.partial`, whole };
};

export const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes a complete, closed, synced copy the store's file: from the renaming on, opening the folder finds it. */
export const takeIntoUse = async ({ partial, whole }: NextFile): Promise<void> => {
  await rename(partial, whole);
  await syncPath(dirname(whole));
  await rm(`${partial}-lock`, { force: true });
};

export const removeFile = async (path: string): Promise<void> => {
  await rm(path, { force: true });
  await rm(`${path}-lock`, { force: true });
  await syncPath(dirname(path));
};

/** Runs a step of writing a copy; if it fails, the copy is gone and the failure is what the caller hears of. */
export const orDiscard = async (
  copy: { close(): Promise<void> },
  { partial }: NextFile,
  step: () => Promise<void>,
): Promise<void> => {
  try {
    await step();
  } catch (error) {
    // It may have been closed by the step itself.
    await Promise.allSettled([copy.close()]);
    await removeFile(partial);
    throw error;
  }
};
