/** Which run of the machine this is: after another one, nothing that was not synced can be trusted. */
import { readFile } from 'node:fs/promises';
import { hasErrorCode } from './error-code.ts';

/** Undefined where the system does not tell. */
export type BootId = () => Promise<string | undefined>;

export const bootIdOf: BootId = async () => {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};
