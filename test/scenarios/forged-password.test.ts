/** Somebody who has the disk, but not the secret, writes a password into the log. No leaf of the ledger covers passwords. */
import { expect } from 'chai';
import { v7 } from 'uuid';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';

const known = 'battery staple';
const own = 'correct horse';

describe('a password that somebody wrote into the log', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const member = server.as('member');

  const signIn = (username: string, password: string) => owner.post('/fetch_api_key', { username, password });
  const streamOf = (userId: unknown) => logStream.password(1 as never, userId as never);
  const idOf = async (client: typeof owner) => succeeded(await client.get('/users/me')).user_id;

  it('is not accepted unless the secret has signed it for that person', async () => {
    succeeded(await member.patch('/settings', { new_password: known }));
    const { log, services } = server.application;
    const [set] = await log.readStream(streamOf(await idOf(member)));
    if (!set) return expect.fail('no event');
    const userId = await idOf(owner);
    const hash = await services.passwords.hash(known, 'test');
    const forged = [{ hash }, { hash, signature: 'forged' }, set.data as object];
    for (const [revision, data] of forged.entries()) {
      const event = { id: v7(), type: set.type, data: { ...data, userId }, metadata: set.metadata };
      const appended = await log.append(streamOf(userId), [event], revision === 0 ? 'none' : revision - 1);
      expect(appended.ok).to.equal(true);
      expect((await signIn(owner.account.email, known)).body, `${revision}`).to.include({ reason: 'incorrect_creds' });
    }
    expect((await signIn(member.account.email, known)).body.api_key).to.equal(member.account.api_key);
  });

  it('does not keep the person from setting one', async () => {
    succeeded(await owner.patch('/settings', { new_password: own }));
    expect((await signIn(owner.account.email, own)).body.api_key).to.equal(owner.account.api_key);
  });
});
