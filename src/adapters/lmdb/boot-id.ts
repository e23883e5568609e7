/** Identifies the current boot of the machine. Writes of an earlier boot that were not synced may be lost. */
import { readFile } from 'node:fs/promises';
import { unlessMissing } from '../../folders.ts';

/** Undefined if the operating system has no such id. */
export type BootId = () => Promise<string | undefined>;

export const bootIdOf: BootId = async () => {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch (error) {
    return unlessMissing(error);
  }
};
