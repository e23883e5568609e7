import { expect } from 'chai';
import { personAt } from '../../../../src/http/routes/shared/signing-in.ts';
import type { RealmState } from '../../../../src/state/realm-state.ts';
import { realmId, serverAfter } from '../../../support/given.ts';
import { founded, newUser } from '../../../support/past-events.ts';
import { secrets } from '../../stub-app.ts';

describe('the person with an address', () => {
  it('is looked up after the log was read to its end, whether or not the address has an account', async () => {
    const realm = serverAfter([founded(), ...newUser(1)]).realms.get(realmId) as RealmState;
    for (const [address, id] of [
      ['user1@test.example', 1],
      ['nobody@test.example', undefined],
    ] as const) {
      let times = 0;
      const catchUp = async () => {
        times += 1;
      };
      const person = await personAt({ secrets, catchUp } as never, realm, address);
      expect([person?.userId, times], address).to.deep.equal([id, 1]);
    }
  });
});
