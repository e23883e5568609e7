/** The organization of development mode, made by two processes at once. */
import { expect } from 'chai';
import { devOrganization } from '../../src/cli/dev-organization.ts';
import type { Services } from '../../src/http/services.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { runningServer } from '../support/server.ts';

/** The services of a process that knows of no user, and hears of each only when its own command is refused, or never. */
const behind = ({ run, realm, secrets, ...others }: Services, hears: 'when refused' | 'never'): Services => {
  let isBehind = true;
  return {
    ...others,
    async run(command, input, by) {
      isBehind = hears === 'never';
      return run(command, input, by);
    },
    realm(realmId) {
      const known = realm(realmId);
      const none: RealmState = { ...known, directory: { ...known.directory, addresses: new Map() } };
      return isBehind ? none : known;
    },
    secrets: {
      ...secrets,
      apiKey(...of) {
        isBehind = true;
        return secrets.apiKey(...of);
      },
    },
  };
};

describe('the organization of development mode', () => {
  const server = runningServer();

  it('has the accounts that another process created, even if that one was faster for each of them', async () => {
    const { services } = server.application;
    const made = await devOrganization(services);
    expect(await devOrganization(behind(services, 'when refused'))).to.deep.equal(made);
  });

  it('is not created when a command is refused for another reason', async () => {
    const made = await devOrganization(behind(server.application.services, 'never')).catch((error: unknown) => error);
    expect(made).to.be.an.instanceOf(Refused);
  });
});
