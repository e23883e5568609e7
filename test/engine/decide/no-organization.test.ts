import { expect } from 'chai';
import { createRealm } from '../../../commands/realm/create-realm.ts';
import { noRealm } from '../../../src/vocabulary/log-streams.ts';
import { engineIn } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a command of no organization', () => {
  it('gets an id that no organization has, the same in each of its parts', async () => {
    const server = await engineIn(temporaryFolder());
    const given: number[] = [];
    const noting: typeof createRealm = {
      ...createRealm,
      stream: (input, realmId) => {
        given.push(realmId);
        return createRealm.stream(input, realmId);
      },
      alsoOn: (_input, realmId) => {
        given.push(realmId);
        return undefined;
      },
      decide: (_state, _input, { realmId }) => {
        given.push(realmId);
        return { ok: false, refusal: { code: 'subdomain-taken', subdomain: 'acme' } };
      },
    };
    const order = { realmId: undefined, actor: null, client: 'test', requestId: 'r' };
    const input = { subdomain: 'acme', name: 'Acme', emailDomain: 'acme.example' };
    await server.engine.executor.execute(noting, input, order);
    expect(new Set(given)).to.deep.equal(new Set([noRealm]));
    expect(given.length).to.be.above(2);
    await server.close();
  });
});
