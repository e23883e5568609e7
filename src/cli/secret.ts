/** The server's secret: from the environment, or else from a file in the data folder that only its owner may read. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { syncPath } from '../folders.ts';
import { makeSecretFile, readSecretFile } from './secret-file.ts';

const lengthMin = 32;
const distinctMin = 8;

type Setting = 'VERBATIM_SECRET' | 'VERBATIM_SECRET_NEXT';

const howToMake = (path: string, setting: Setting): string =>
  `make one with \`openssl rand -base64 32\` and set ${setting}, or write it to ${path} (mode 600)`;

/** The files in the data folder: the secret, and the one that replaces it. */
const fileNames = { secret: 'secret', next: 'secret.next' } as const;

/** The secret, and the one that replaces it if there is one. Throws ConfigError if they cannot be used. */
export async function serverSecrets(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const secret = await serverSecret(config, env.VERBATIM_SECRET);
  const path = join(config.data, fileNames.next);
  const next = env.VERBATIM_SECRET_NEXT || (await readSecretFile(path, config.mode));
  if (next === undefined) return [secret];
  return [secret, strong(next, 'VERBATIM_SECRET_NEXT', path, !env.VERBATIM_SECRET_NEXT)];
}

/** Throws ConfigError if there is no usable secret. Development mode creates one at its first start. */
export async function serverSecret(config: Config, fromEnvironment: string | undefined): Promise<string> {
  const path = join(config.data, fileNames.secret);
  if (fromEnvironment) return strong(fromEnvironment, 'VERBATIM_SECRET', path, false);
  const fromFile = await readSecretFile(path, config.mode);
  if (fromFile !== undefined) return strong(fromFile, 'VERBATIM_SECRET', path, true);
  if (config.mode === 'production') throw new ConfigError(`there is no secret: ${howToMake(path, 'VERBATIM_SECRET')}`);
  // The log was written under another secret, so that none may be created.
  if (config.eventLog === 'embedded' && existsSync(join(config.data, 'log')))
    throw new ConfigError(
      `there is a log in ${config.data} but not the secret that it was written under: put ${path} back`,
    );
  return newSecretIn(path);
}

/** A new secret in the file `secret.next`. Undefined if the current one is not the one in the file `secret`. */
export async function nextSecretFile({ data, mode }: Config, isPresent: Test): Promise<string | undefined> {
  const present = await readSecretFile(join(data, fileNames.secret), mode);
  if (present === undefined || !isPresent(present)) return undefined;
  return (await readSecretFile(join(data, fileNames.next), mode)) ?? newSecretIn(join(data, fileNames.next));
}

/** Renames the file with the current secret to its usual name, after the former secret has ended. True if it has that name now. */
export async function settleSecretFiles({ data, mode }: Config, isPresent: Test): Promise<boolean> {
  const next = await readSecretFile(join(data, fileNames.next), mode);
  if (next === undefined || !isPresent(next)) return false;
  await rename(join(data, fileNames.next), join(data, fileNames.secret));
  await syncPath(data);
  return true;
}

type Test = (secret: string) => boolean;

function strong(secret: string, setting: Setting, path: string, isInFile: boolean): string {
  const weakness = weaknessOf(secret);
  if (weakness)
    throw new ConfigError(`the secret in ${isInFile ? path : setting} ${weakness}: ${howToMake(path, setting)}`);
  return secret;
}

export function weaknessOf(secret: string): string | undefined {
  if (secret.length < lengthMin) return `is shorter than ${lengthMin} characters`;
  if (new Set(secret).size < distinctMin || isRepeated(secret) || isSequence(secret)) return 'is too easy to guess';
  return undefined;
}

/** Whether it is a shorter text, repeated. */
const isRepeated = (text: string): boolean =>
  (text + text).indexOf(text, 1) < text.length || /^(.{1,16}?)\1+.{0,15}$/s.test(text);

/** Whether it is like `abcdef…` or `123456…`: most characters follow their predecessor in the alphabet. */
function isSequence(text: string): boolean {
  const steps = [...text]
    .slice(1)
    .filter((character, at) => character.charCodeAt(0) === text.charCodeAt(at) + 1).length;
  return steps > text.length / 2;
}

const newSecretIn = (path: string): Promise<string> => makeSecretFile(path, randomBytes(32).toString('base64url'));
