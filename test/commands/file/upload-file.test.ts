import { expect } from 'chai';
import { roomRefusal, uploadFile } from '../../../commands/file/upload-file.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { file, uploads } from '../../support/file-writes.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { user } from '../../support/organization.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { newBot } from '../../support/writes.ts';

const past = [founded(), ...newUser(1), ...newUser(2, { role: 600 }), ...newBot(3, 1)];
const asks = askingFor(uploadFile, past);
const quota = { user: 100, organization: 150 };
const sent = { folder: 'a', token: 't', name: 'n.txt', type: 'text/plain', size: 40, sha256: 's' };
const happens = (id: number, by: number, payer = by) =>
  appends(logStream.file(realmId, file(id)), 'FileUploaded', {
    fileId: file(id),
    userId: user(by),
    payerId: user(payer),
    ...sent,
  });

describeCommand(uploadFile, () => {
  lowerLimits({ filesPerUserMax: 10 });

  it('accepts the file of every user, guests too', () => {
    for (const actor of [1, 2]) {
      const result = asks(actor, { ...sent, quota }).thenHappens(happens(1, actor));
      expect(result).to.deep.equal({ fileId: 1 });
    }
  });

  it('counts the file of a bot against its owner', () => {
    asks(3, { ...sent, quota }, uploads(1, 1, { size: 60 })).thenHappens(happens(2, 3, 1));
    asks(1, { ...sent, quota }, uploads(1, 3, { size: 61, payer: 1 })).thenRefused('file-quota', { of: 'user' });
  });

  it("refuses a file beyond the user's quota, and beyond the organization's", () => {
    asks(1, { ...sent, quota }, uploads(1, 1, { size: 61 })).thenRefused('file-quota', { of: 'user' });
    asks(1, { ...sent, quota }, uploads(1, 1, { size: 60 }), uploads(2, 2, { size: 51 })).thenRefused('file-quota', {
      of: 'organization',
    });
  });

  it('refuses more files than a user may have, however small (filesPerUserMax)', () => {
    const full = Array.from({ length: limits.filesPerUserMax }, (_, at) => uploads(at + 1, 1, { size: 0 }));
    asks(1, { ...sent, quota }, full).thenRefused('files-too-many');
    asks(2, { ...sent, quota }, full).thenHappens(happens(limits.filesPerUserMax + 1, 2));
  });

  it('refuses more files than an organization may have (filesMax)', () => {
    const refusal = (files: number) => roomRefusal('organization', { files, bytes: 0 }, 1, limits.filesMax, 100);
    expect(refusal(limits.filesMax - 1)).to.equal(undefined);
    expect(refusal(limits.filesMax)).to.deep.equal({
      code: 'files-too-many',
      max: limits.filesMax,
      of: 'organization',
    });
  });
});
