import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { serverSecret, serverSecrets, weaknessOf } from '../../src/cli/secret.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const strong = 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A';
const configOf = (mode: string, data = temporaryFolder()) => readConfig({ VERBATIM_MODE: mode, VERBATIM_DATA: data });

const refusal = async (mode: string, data: string, given?: string): Promise<string> => {
  const error = await serverSecret(configOf(mode, data), given).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ConfigError);
  return String(error);
};

describe("the server's secret", () => {
  it('is created at the first start in development mode, readable by its owner only, and kept', async () => {
    const config = configOf('development');
    const secret = await serverSecret(config, undefined);
    expect(weaknessOf(secret)).to.equal(undefined);
    expect(statSync(join(config.data, 'secret')).mode & 0o777).to.equal(0o600);
    expect(readFileSync(join(config.data, 'secret'), 'utf8')).to.equal(`${secret}\n`);
    expect(await serverSecret(config, undefined)).to.equal(secret);
  });

  it('is taken from the environment before the file', async () => {
    const config = configOf('development');
    expect(await serverSecret(config, strong)).to.equal(strong);
    expect(existsSync(join(config.data, 'secret'))).to.equal(false);
  });

  it('is never created in production: without one the service does not start, and says how to create one', async () => {
    const data = temporaryFolder();
    expect(await refusal('production', data)).to.contain('openssl rand -base64 32');
    expect(existsSync(join(data, 'secret'))).to.equal(false);
    writeFileSync(join(data, 'secret'), `${strong}\n`, { mode: 0o600 });
    expect(await serverSecret(configOf('production', data), undefined)).to.equal(strong);
  });

  it('is refused in production if other users may read it', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'secret'), strong);
    chmodSync(join(data, 'secret'), 0o640);
    expect(await refusal('production', data)).to.contain('chmod 600');
  });

  const weak = [
    'short',
    'a'.repeat(64),
    'abcd'.repeat(10),
    'Vq3kP0z8Lr5TnWc1'.repeat(2),
    'Vq3kP0z8Lr5'.repeat(4),
    'abcdefghijklmnopqrstuvwxyz012345',
    '12345678901234567890123456789012',
  ];
  for (const secret of weak)
    it(`${secret} is refused, from the environment and from the file`, async () => {
      const data = temporaryFolder();
      expect(await refusal('production', data, secret)).to.match(/VERBATIM_SECRET (is shorter|is too easy)/);
      writeFileSync(join(data, 'secret'), secret, { mode: 0o600 });
      expect(await refusal('production', data)).to.match(/is shorter than 32|is too easy to guess/);
    });

  it('is named by its own setting if the new secret is refused', async () => {
    const data = temporaryFolder();
    const error = await serverSecrets(configOf('production', data), {
      VERBATIM_SECRET: strong,
      VERBATIM_SECRET_NEXT: 'short',
    }).catch((thrown: unknown) => thrown);
    expect(String(error)).to.equal(
      'ConfigError: the secret in VERBATIM_SECRET_NEXT is shorter than 32 characters: make one with `openssl rand -base64 32` and set ' +
        `VERBATIM_SECRET_NEXT, or write it to ${join(data, 'secret.next')} (mode 600)`,
    );
  });

  it('is accepted if it is random, in any usual notation', () => {
    for (const secret of [strong, '9f86d081884c7d659a2feaa0c55ad015', 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='])
      expect(weaknessOf(secret), secret).to.equal(undefined);
  });
});
