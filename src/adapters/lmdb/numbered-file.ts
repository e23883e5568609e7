/**
 * The name of a store's file contains a number. A scrub writes a copy with the next number, and takes it into use once it is complete on
 * the disk. Reads continue during the copy, and a crash at any step leaves one complete file. The file with the highest number and without
 * `.partial` is the store; all others are leftovers.
 */
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncPath } from '../../folders.ts';

const pathOf = (folder: string, name: string, generation: number): string => join(folder, `${name}-${generation}.mdb`);

/** The name of the store that is built to replace another one. */
export const replacementName = (name: string): string => `${name}-beside`;

/** The path of the first file of that store. */
export const replacementFile = (folder: string, name: string): string => pathOf(folder, replacementName(name), 1);

/** Removes what an earlier process left of that store. */
export const removeReplacement = async (folder: string, name: string): Promise<void> => {
  for (const file of await readdir(folder))
    if (file.startsWith(`${replacementName(name)}-`)) await rm(join(folder, file));
};

/** The path of the store's file, which may not exist yet. Removes leftovers of interrupted scrubs. */
export const currentFile = async (folder: string, name: string): Promise<string> => {
  await removeReplacement(folder, name);
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

/** The path of the store's file while another process has it open. Throws an error of the operating system if there is none. */
export const newestFile = async (folder: string, name: string): Promise<string> => {
  const pattern = new RegExp(`^${name}-(\\d+)\\.mdb$`);
  const generations = (await readdir(folder)).flatMap((file) => pattern.exec(file)?.[1] ?? []).map(Number);
  if (generations.length === 0)
    throw Object.assign(new Error(`there is no file ${name}-….mdb in ${folder}`), { code: 'ENOENT', syscall: 'open' });
  return pathOf(folder, name, Math.max(...generations));
};

/** The paths of the next file: `partial` while it is written, `whole` once it is complete and in use. */
export type NextFile = { readonly partial: string; readonly whole: string };

export const nextFile = (current: string): NextFile => {
  const match = /^(.+)-(\d+)\.mdb$/.exec(basename(current));
  if (match === null) throw new Error(`not a store's file: ${current}`);
  const whole = pathOf(dirname(current), String(match[1]), Number(match[2]) + 1);
  return { partial: `${whole}.partial`, whole };
};

/** Makes a complete, closed and synced copy the store's file. After the rename, opening the folder uses it. */
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

/** Runs a step of writing a copy. If the step fails, the copy is removed and the error is thrown again. */
export const orDiscard = async (
  copy: { close(): Promise<void> },
  { partial }: NextFile,
  step: () => Promise<void>,
): Promise<void> => {
  try {
    await step();
  } catch (error) {
    // The step may have closed the copy already, so an error of this `close` is ignored.
    await Promise.allSettled([copy.close()]);
    await removeFile(partial);
    throw error;
  }
};
