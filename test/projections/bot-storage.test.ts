import { expect } from 'chai';
import { storedValues } from '../../src/queries/bot-storage.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { type Given, realmId } from '../support/given.ts';
import { readAfter, user } from '../support/organization.ts';
import { stored } from '../support/writes.ts';

const valuesAfter = async (keys: string[] | undefined, ...past: Given[]) =>
  storedValues(await readAfter(past), realmId as RealmId, user(6), keys);

describe('bot-storage', () => {
  const past = [stored(6, { a: '1', 'b.c': '2' }), stored(7, { a: 'other' }), stored(6, { a: '3', d: '4' }, 'b.c')];

  it('has the remaining values of each user', async () => {
    expect(await valuesAfter(undefined, ...past)).to.deep.equal({ a: '3', d: '4' });
    expect(await valuesAfter(['d'], ...past)).to.deep.equal({ d: '4' });
  });

  it('has no key that was removed', async () => {
    const error = await valuesAfter(['a', 'b.c'], ...past).catch((thrown: unknown) => thrown);
    expect(error).to.have.nested.property('refusal.code', 'storage-key-missing');
  });
});
