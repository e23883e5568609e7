import { chownSync } from 'node:fs';

const nobody = 65534;

/** Acts as a user to whom these files belong and who is not root, because the system refuses nothing to root. */
export async function asOrdinaryUser<T>(owned: readonly string[], act: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return act();
  for (const path of owned) chownSync(path, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}
