/** The key that signs checkpoints: from the environment, or else from a file in the data folder that only its owner may read. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { type LedgerKeys, ledgerKeysIn } from '../engine/seal/ledger-keys.ts';
import { seedBytes } from '../ledger/signed-note.ts';
import { makeSecretFile, readSecretFile } from './secret-file.ts';

const fileName = 'ledger-key';

const newSeed = (): string => randomBytes(seedBytes).toString('base64');

/** Created at the first start. Throws ConfigError if it cannot be used. */
export async function ledgerKeys(
  { data, mode }: Pick<Config, 'data' | 'mode'>,
  fromEnvironment: string | undefined,
): Promise<LedgerKeys> {
  if (fromEnvironment) return usable(fromEnvironment, 'VERBATIM_LEDGER_KEY');
  const path = join(data, fileName);
  return usable((await readSecretFile(path, mode)) ?? (await makeSecretFile(path, newSeed())), path);
}

function usable(text: string, where: string): LedgerKeys {
  const keys = ledgerKeysIn(text);
  if (!keys)
    throw new ConfigError(
      `${where} is not a key for the ledger: 32 bytes in base64, as \`openssl rand -base64 32\` makes them; to replace a key, write the new one before it`,
    );
  return keys;
}
