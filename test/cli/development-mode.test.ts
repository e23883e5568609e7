/** A start without VERBATIM_MODE is one in development mode. It opens no organization that was made for people. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type NetworkStores, networkStores } from '../support/network-stores.ts';
import { serveHere } from '../support/serve-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';
import { verbatim } from './typed.ts';

const secret = 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A';
const acme =
  "realm create --subdomain acme --name Acme --email-domain acme.example --owner-email ann@acme.example --owner-name 'Ann'";

for (const kind of ['embedded', 'network'])
  describe(`a start without VERBATIM_MODE, ${kind} stores`, () => {
    let network: NetworkStores | undefined;
    let env: Record<string, string>;
    beforeEach(async () => {
      network = kind === 'network' ? await networkStores() : undefined;
      const stores = network?.env ?? embedded;
      env = { ...stores, VERBATIM_SECRET: secret, VERBATIM_DATA: join(temporaryFolder(), 'data'), VERBATIM_PORT: '0' };
    });
    afterEach(() => network?.stop());

    const typed = async (line: string, own: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
      const { code, printed, complaints } = await verbatim(line, { ...env, VERBATIM_LOG_LEVEL: 'silent', ...own });
      expect([code, complaints]).to.deep.equal([0, '']);
      return printed;
    };
    const subdomains = async (): Promise<readonly (string | undefined)[]> =>
      (await typed('realm list')).map((line) => /subdomain=(\S+)/.exec(line)?.[1]);
    const served = async (own: Readonly<Record<string, string>> = {}): Promise<void> => {
      const { VERBATIM_DATA: data = '', ...others } = env;
      const server = await serveHere(data, { ...others, ...own });
      expect(await server.interrupt()).to.equal(0);
    };

    it('is refused in one line if an organization was created in production, and creates nothing', async () => {
      await typed(acme, { VERBATIM_MODE: 'production' });
      const { code, complaints } = await verbatim('serve', { ...env, VERBATIM_LOG_LEVEL: 'silent' });
      expect(code).to.equal(1);
      expect(complaints).to.match(
        /^verbatim: the first organization .*: set VERBATIM_MODE, .* to production\. [^\n]*$/,
      );
      expect(await subdomains()).to.deep.equal(['acme']);
      expect(existsSync(join(env.VERBATIM_DATA ?? '', 'dev-accounts.json'))).to.equal(false);
    });

    // Starts of network stores in development mode are those of the scenarios.
    if (kind === 'network') return;

    it('is still refused after starts in explicit modes, which continue to work', async () => {
      await typed(acme, { VERBATIM_MODE: 'production' });
      await served({ VERBATIM_MODE: 'production' });
      await served({ VERBATIM_MODE: 'development' });
      expect(await subdomains()).to.deep.equal(['acme', 'dev']);
      // Development mode, once asked for, does not make it an organization of development.
      expect((await verbatim('serve', { ...env, VERBATIM_LOG_LEVEL: 'silent' })).code).to.equal(1);
    });

    it('continues if development mode was used first, whatever organizations were added', async () => {
      await served();
      await typed(acme);
      await served();
      expect(await subdomains()).to.deep.equal(['dev', 'acme']);
    });
  });

describe('verbatim secret replace without VERBATIM_MODE', () => {
  it('creates no organization if one was created in production', async () => {
    const env = { ...embedded, VERBATIM_DATA: join(temporaryFolder(), 'data'), VERBATIM_LOG_LEVEL: 'silent' };
    const secrets = { VERBATIM_SECRET: secret, VERBATIM_SECRET_NEXT: [...secret].reverse().join('') };
    expect((await verbatim(acme, { ...env, VERBATIM_SECRET: secret, VERBATIM_MODE: 'production' })).code).to.equal(0);
    expect((await verbatim('secret replace', { ...env, ...secrets })).code).to.equal(0);
    const { printed } = await verbatim('realm list', { ...env, ...secrets });
    expect(printed).to.have.length(1);
  });
});
