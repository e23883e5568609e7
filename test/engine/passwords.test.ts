import { expect } from 'chai';
import { passwordSignature } from '../../src/engine/password-signatures.ts';
import { passwordsOf } from '../../src/engine/passwords.ts';
import { secretsFrom } from '../../src/engine/secrets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';

const log = {} as EventLog;
const secrets = secretsFrom('a secret that only tests know, long enough');

describe('passwords', () => {
  it('match only their own hash, in any normal form; a hash contains its salt and its cost', async () => {
    const passwords = passwordsOf(log, secrets);
    const hash = await passwords.hash('caf\u00e9 au lait', 'me');
    expect(hash).to.match(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await passwords.isRight('cafe\u0301 au lait', hash, 'me')).to.equal(true);
    expect(await passwords.isRight('cafe au lait', hash, 'me')).to.equal(false);
    const cheap = hash.replace('32768$8$3', '1024$8$1');
    expect(await passwords.isRight('caf\u00e9 au lait', cheap, 'me')).to.equal(false);
  });

  it('are compared with a hash only if the secret signed it for that user of that organization', async () => {
    const [realmId, userId] = [1 as RealmId, 3 as UserId];
    const signed = (realm: number, user: number, hash: string, by = secrets): string =>
      passwordSignature(by, realm as RealmId, user as UserId, hash);
    const hashIn = async (signature: string | undefined) => {
      const metadata = { actor: null, at: 1, client: 'test', requestId: 'test', salt: 'salt', schema: 1 };
      const data = { userId, hash: 'its hash', ...(signature !== undefined && { signature }) };
      const stored = { id: '1', type: 'PasswordSet', data, metadata, stream: 'password-1.3', revision: 0, position: 1 };
      const of = passwordsOf({ readStream: async () => [stored] } as unknown as EventLog, secrets);
      return (await of.of(realmId, userId)).hash;
    };
    expect(await hashIn(signed(1, 3, 'its hash'))).to.equal('its hash');
    const another = secretsFrom('another secret that only tests know, long');
    for (const signature of [
      undefined,
      '',
      signed(1, 3, 'another hash'),
      signed(1, 4, 'its hash'),
      signed(2, 3, 'its hash'),
      signed(1, 3, 'its hash', another),
    ])
      expect(await hashIn(signature), String(signature)).to.equal(undefined);
  });

  it('take as long without a hash, and are wrong', async () => {
    const costs: unknown[] = [];
    const passwords = passwordsOf(log, secrets, async (_password, _salt, cost) => {
      costs.push(cost);
      return Buffer.alloc(0);
    });
    expect(await passwords.isRight('', undefined, 'me')).to.equal(false);
    expect(costs).to.deep.equal([{ N: 32_768, r: 8, p: 3 }]);
  });

  it('are limited in how many are computed and wait at once; others are refused (passwordHashesAtOnceMax, passwordHashesWaitingMax)', async () => {
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const passwords = passwordsOf(log, secrets, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((end) => void ends.push(end));
      running -= 1;
      return Buffer.alloc(32);
    });
    const admitted = limits.passwordHashesAtOnceMax + limits.passwordHashesWaitingMax;
    const all = Array.from({ length: admitted }, () => passwords.hash('x', 'me'));
    const beyond = await passwords.hash('x', 'me').catch((error: unknown) => error);
    expect(beyond).to.be.instanceOf(Refused).and.to.have.nested.property('refusal.code', 'unavailable');
    const done = Promise.all(all);
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    while (!isDone) {
      ends.shift()?.();
      await new Promise((next) => setImmediate(next));
    }
    expect(most).to.equal(limits.passwordHashesAtOnceMax);
    const last = passwords.hash('x', 'me');
    ends.shift()?.();
    expect(await last).to.match(/^scrypt/);
  });
});
