import { expect } from 'chai';
import { invitationKey, invitationOfKey } from '../../src/engine/invitation-keys.ts';
import { secretsFrom } from '../../src/engine/secrets.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { realmId } from '../support/given.ts';
import { invitationId } from '../support/invitation-writes.ts';

const secrets = secretsFrom('a secret');
const keyed = { invitationId: invitationId(12), generation: 3 };
const key = invitationKey(secrets, realmId, keyed);

describe('keys of invitations', () => {
  it('name the invitation, and which of its links they belong to', () => {
    expect(invitationOfKey(secrets, realmId, key)).to.deep.equal(keyed);
  });

  it('are valid only in their organization, and only unchanged', () => {
    expect(invitationOfKey(secrets, 2 as RealmId, key)).to.equal(undefined);
    const [, , signature] = key.split('.');
    for (const wrong of ['', 'x', `13.3.${signature}`, `12.4.${signature}`, `12.3.${'A'.repeat(43)}`, `${key}A`])
      expect(invitationOfKey(secrets, realmId, wrong), wrong).to.equal(undefined);
  });

  it('stay valid while the secret is being replaced', () => {
    const named = (secret: string) => secretsFrom(secret).ownFingerprint;
    const both = (former?: string) =>
      secretsFrom(['another', 'a secret'], () => ({ current: named('another'), former, ended: [] }));
    expect(invitationOfKey(both(named('a secret')), realmId, key)).to.deep.equal(keyed);
    expect(invitationOfKey(both(), realmId, key)).to.equal(undefined);
  });
});
