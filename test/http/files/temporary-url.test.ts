import { expect } from 'chai';
import { secretsFrom } from '../../../src/engine/secrets.ts';
import { fileToken, pathIdIn } from '../../../src/http/files/temporary-url.ts';
import type { RealmId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

const secrets = secretsFrom('a secret that only tests know, long enough');
const realm = 1 as RealmId;
const now = 1_700_000_000_000;
const token = fileToken(secrets, realm, '1/a/t/n.txt', now);

describe('temporary addresses of files', () => {
  it('name the file until they expire (fileUrlSecs)', () => {
    expect(pathIdIn(secrets, realm, token, now + limits.fileUrlSecs * 1000 - 1)).to.equal('1/a/t/n.txt');
    expect(pathIdIn(secrets, realm, token, now + limits.fileUrlSecs * 1000)).to.equal(undefined);
  });

  it('are valid for one organization and one secret', () => {
    expect(pathIdIn(secrets, 2 as RealmId, token, now)).to.equal(undefined);
    expect(pathIdIn(secretsFrom('another secret, long enough for tests'), realm, token, now)).to.equal(undefined);
  });

  it('cannot be changed', () => {
    const decoded = Buffer.from(token, 'hex').toString();
    const forged = (from: string, to: string) => Buffer.from(decoded.replace(from, to)).toString('hex');
    for (const other of [
      forged('n.txt', 'm.txt'),
      forged('1700000060', '1700009999'),
      '',
      'zz',
      '7b7d',
      '6e756c6c',
      'ff',
    ])
      expect(pathIdIn(secrets, realm, other, now), other).to.equal(undefined);
  });
});
