import { z } from 'zod';
import { replaceSecret } from '../../commands/server/replace-secret.ts';
import { carryOverAddresses } from '../../commands/user/carry-over-addresses.ts';
import { carryOverPassword } from '../../commands/user/carry-over-password.ts';
import { ConfigError } from '../config.ts';
import { passwordSignature } from '../engine/password-signatures.ts';
import { fingerprintOf } from '../engine/secrets.ts';
import type { Services } from '../http/services.ts';
import { limits } from '../vocabulary/limits.ts';
import { byCommandLine } from './accounts.ts';
import { devOrganization, isFoundedInDevelopment } from './dev-organization.ts';
import { nextSecretFile } from './secret.ts';
import { defineTask } from './subcommand.ts';

export const secretReplace = defineTask({
  name: 'secret replace',
  summary: "Replace the server's secret while it runs; keys of the former one work until `secret finish`",
  input: z.object({}),
  async perform({ services, log }) {
    const { secrets } = services;
    const present = secrets.ownFingerprint;
    // If the command is repeated after an interruption, it continues.
    if (services.state.secrets.former === undefined) {
      const fingerprint = await nextSecret(services);
      await services.runOnServer(replaceSecret, { fingerprint, present });
    }
    const { addresses, passwords } = await carryOver(services);
    if (services.config.mode === 'development' && (await isFoundedInDevelopment(log))) await devOrganization(services);
    return [
      `secret=${secrets.ownFingerprint}`,
      `former_secret=${services.state.secrets.former}`,
      `addresses=${addresses}`,
      `passwords=${passwords}`,
    ];
  },
});

/** The fingerprint of the available secret that was never in use. If only this process uses the log, a missing secret is created. */
async function nextSecret({ secrets, state, config }: Services): Promise<string> {
  const unused = secrets.atHand.find((one) => one !== secrets.ownFingerprint && !state.secrets.ended.includes(one));
  if (unused !== undefined) return unused;
  const made =
    config.eventLog === 'embedded'
      ? await nextSecretFile(config, (secret) => fingerprintOf(secret) === secrets.ownFingerprint)
      : undefined;
  if (made === undefined)
    throw new ConfigError(
      'there is no new secret: set VERBATIM_SECRET_NEXT in every process of the service, beside VERBATIM_SECRET, and start them again',
    );
  secrets.take(made);
  return fingerprintOf(made);
}

/**
 * Gives every address the fingerprint of the current secret, and every password its signature. Returns how many had one of the former
 * secret.
 */
export async function carryOver(services: Services): Promise<{ addresses: number; passwords: number }> {
  return { addresses: await carryOverEveryAddress(services), passwords: await signAnew(services) };
}

async function carryOverEveryAddress(services: Services): Promise<number> {
  const { secrets, state } = services;
  let carried = 0;
  for (const { realmId, people, directory } of state.realms.values()) {
    const due = [...people.byId.entries()].flatMap(([userId, { email }]) => {
      const [to, from] = secrets.fingerprints(realmId, email);
      return to !== undefined && from !== undefined && directory.addresses.get(from) === userId
        ? [{ userId, from, to }]
        : [];
    });
    for (let first = 0; first < due.length; first += limits.namedPerEventMax) {
      const addresses = due.slice(first, first + limits.namedPerEventMax);
      await services.run(carryOverAddresses, { addresses }, byCommandLine(realmId));
      carried += addresses.length;
    }
  }
  return carried;
}

/** A hash that neither secret has signed was not set by this service, and stays as it is. */
async function signAnew(services: Services): Promise<number> {
  const { secrets, passwords, state } = services;
  let signed = 0;
  for (const { realmId, people } of state.realms.values())
    for (const userId of people.byId.keys()) {
      const { hash, stored } = await passwords.of(realmId, userId);
      if (hash === undefined || stored.signature === undefined) continue;
      if (stored.signature === passwordSignature(secrets, realmId, userId, hash)) continue;
      const input = { userId, hash, signature: stored.signature };
      await services.run(carryOverPassword, input, byCommandLine(realmId));
      signed += 1;
    }
  return signed;
}
