/** The key that signs checkpoints: from the environment, or else from a file in the data folder that only its owner may read. */
import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { type LedgerKeys, ledgerKeysIn } from '../engine/seal/ledger-keys.ts';
import { syncPath } from '../folders.ts';
import { seedBytes } from '../ledger/signed-note.ts';
import { readSecretFile } from './secret-file.ts';

const fileName = 'ledger-key';

/** Created at the first start. Throws ConfigError if it cannot be used. */
export async function ledgerKeys(
  { data, mode }: Pick<Config, 'data' | 'mode'>,
  fromEnvironment: string | undefined,
): Promise<LedgerKeys> {
  if (fromEnvironment) return usable(fromEnvironment, 'VERBATIM_LEDGER_KEY');
  const path = join(data, fileName);
  return usable((await readSecretFile(path, mode)) ?? (await made(path, data)), path);
}

function usable(text: string, where: string): LedgerKeys {
  const keys = ledgerKeysIn(text);
  if (!keys)
    throw new ConfigError(
      `${where} is not a key for the ledger: 32 bytes in base64, as \`openssl rand -base64 32\` makes them; to replace a key, write the new one before it`,
    );
  return keys;
}

/** Flushed to the disk before it is used, because nobody can continue a ledger without its key. */
async function made(path: string, data: string): Promise<string> {
  const seed = randomBytes(seedBytes).toString('base64');
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    // Another process made it in the meantime.
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (!file) return readFile(path, 'utf8');
  try {
    await file.writeFile(`${seed}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncPath(data);
  return seed;
}
