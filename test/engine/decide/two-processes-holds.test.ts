/** Two processes on one log: one places a legal hold or ends it, the other deletes what falls under it. The order of the log counts. */
import { expect } from 'chai';
import { appointAuditor } from '../../../commands/audit/appoint-auditor.ts';
import { beginErasingPerson } from '../../../commands/erasure/begin-erasing-person.ts';
import { completeErasure } from '../../../commands/erasure/complete-erasure.ts';
import { erasePerson } from '../../../commands/erasure/erase-person.ts';
import { eraseScheduledMessage } from '../../../commands/erasure/erase-scheduled-message.ts';
import { requestErasure } from '../../../commands/erasure/request-erasure.ts';
import { deleteFile } from '../../../commands/file/delete-file.ts';
import { uploadFile } from '../../../commands/file/upload-file.ts';
import { endHold } from '../../../commands/hold/end-hold.ts';
import { placeHold } from '../../../commands/hold/place-hold.ts';
import { deleteMessage } from '../../../commands/message/delete-message.ts';
import { sendMessage } from '../../../commands/message/send-message.ts';
import { scheduleMessage } from '../../../commands/scheduled/schedule-message.ts';
import { createUser } from '../../../commands/user/create-user.ts';
import { deactivateUser } from '../../../commands/user/deactivate-user.ts';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import type { ErasureId, FileId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { pathIdOf, tokenOf } from '../../support/file-writes.ts';
import { realmId } from '../../support/given.ts';
import { bothProcesses, rounds } from './both-processes.ts';

describe('two processes on one log, for legal holds', () => {
  const both = bothProcesses();
  const { seed, run, stateOfBoth, realmOfBoth, okay } = both;
  const custodian = 3;
  const reason = 'case';
  const scope = { userIds: [custodian as UserId], channelIds: [], since: null, until: null };

  before(async () => {
    okay(await run(0, appointAuditor, { userId: 1 as UserId, reason }, 1));
    await stateOfBoth();
  });

  const uploaded = async (number: number, by: number): Promise<FileId> => {
    const quota = { user: 1_000_000, organization: 1_000_000 };
    const received = { folder: 'a', token: tokenOf(number), name: 'a.txt', type: 'text/plain', size: 1 };
    const { fileId } = okay(await run(0, uploadFile, { ...received, sha256: `sha${number}`, quota }, by));
    await stateOfBoth();
    return fileId;
  };
  const newestOf = async (stream: string) =>
    (await both.log.readStream(stream, { direction: 'backward', limit: 1 }))[0];

  it('keep a file that is deleted after a hold was placed', async () => {
    let late = 0;
    for (let round = 0; round < rounds; round += 1) {
      const fileId = await uploaded(round, custodian);
      const [placed, deleted] = await Promise.all([
        run(0, placeHold, { name: `Case ${round}`, reason, ...scope }, 1),
        run(1, deleteFile, { fileId }, custodian),
      ]);
      okay(placed);
      okay<unknown>(deleted);
      const { files, holds } = await realmOfBoth();
      const hold = await newestOf(logStream.audit(realmId));
      const deletion = await newestOf(logStream.file(realmId, fileId));
      const isAfter = (deletion?.position ?? 0) > (hold?.position ?? 0);
      if (isAfter && !(deletion?.data as { held?: true } | undefined)?.held) late += 1;
      expect(files.held.has(fileId), `seed ${seed}, round ${round}`).to.equal(isAfter);
      for (const holdId of holds.byId.keys()) okay<unknown>(await run(0, endHold, { holdId, reason }, 1));
      await stateOfBoth();
    }
    expect(late, `seed ${seed}: deletions that were decided before the hold`).to.be.above(0);
  });

  it('keep the file of a message under a hold, even if it is deleted right after the message', async () => {
    const fileId = await uploaded(100, 2);
    const to = { kind: 'channel', channel: 'general', topic: 'shared' } as const;
    const content = `[a](/user_uploads/${pathIdOf(100, 'a.txt')})`;
    okay(await run(0, sendMessage, { to, content }, 2));
    both.passes(60_000);
    okay(await run(0, placeHold, { name: 'Case', reason, ...scope, since: both.now() }, 1));
    both.passes(60_000);
    const { messageId } = okay(await run(0, sendMessage, { to, content }, custodian));
    expect((await realmOfBoth()).files.byId.get(fileId)?.sharedBy).to.have.length(2);
    okay<unknown>(await run(0, deleteMessage, { messageId }, 1));
    // Before the policy, which these engines do not have, records that the message is held.
    okay<unknown>(await run(0, deleteFile, { fileId }, 2));
    const { files, holds } = await realmOfBoth();
    expect([files.held.has(fileId), holds.deleted.has(messageId)]).to.deep.equal([true, true]);
  });

  it('keep the file of a message that only mentioned a custodian, even if it is deleted right after the message', async () => {
    const fileId = await uploaded(101, 2);
    const to = { kind: 'private' as const, to: [1] };
    const content = `@**User 3** [a](/user_uploads/${pathIdOf(101, 'a.txt')})`;
    okay(await run(0, placeHold, { name: 'Mentioned', reason, ...scope }, 1));
    const { messageId } = okay(await run(0, sendMessage, { to, content }, 2));
    okay<unknown>(await run(0, deleteMessage, { messageId }, 1));
    okay<unknown>(await run(0, deleteFile, { fileId }, 2));
    const { files, holds } = await realmOfBoth();
    expect([files.held.has(fileId), holds.deleted.has(messageId)]).to.deep.equal([true, true]);
  });

  for (const what of ['person', 'scheduled'] as const)
    it(`keep what ${what === 'person' ? 'is said of a person' : 'a person had scheduled'}, unless its erasure was recorded before the hold`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const email = `${what}${round}@test.example`;
        const { userId } = okay(await run(0, createUser, { email, fullName: `${what} ${round}`, role: 400 }, 1));
        const to = { kind: 'private' as const, to: [userId] };
        const [asOf, deliverAt] = [both.now(), both.now() + 3_600_000];
        const later = { to, content: 'later', deliverAt, asOf, reminder: false };
        const { scheduledId } = okay(await run(0, scheduleMessage, later, userId));
        okay<unknown>(await run(0, deactivateUser, { userId }, 1));
        const target = { kind: 'user', userId } as const;
        const asked = { reason, basis: 'law', target, needsApproval: false, heldBy: [] };
        okay<unknown>(await run(0, requestErasure, asked, 1));
        const erasureId = (await realmOfBoth()).erasures.erasureIdMax as ErasureId;
        const erase = async (): Promise<boolean> => {
          if (okay(await run(1, beginErasingPerson, { erasureId, userId, what }, null)).held) return false;
          if (what === 'person') return !okay(await run(1, erasePerson, { userId }, null)).held;
          okay(await run(1, eraseScheduledMessage, { scheduledId }, null));
          return true;
        };
        const hold = { name: `${what} ${round}`, reason, ...scope, userIds: [userId] };
        const [placed, isErased] = await Promise.all([run(0, placeHold, hold, 1), erase()]);
        const { eventId } = okay(placed);
        const audited = await both.log.readStream(logStream.audit(realmId), { limit: 1_000 });
        const at = (is: (event: StoredEvent) => boolean): number => audited.findIndex(is);
        const begun = at(({ type, data }) => {
          const { userId: ofPerson, scheduledOf } = data as { userId?: number; scheduledOf?: number };
          return type === 'ContentErased' && (what === 'person' ? ofPerson : scheduledOf) === userId;
        });
        expect(isErased, `seed ${seed}, round ${round}`).to.equal(begun >= 0);
        if (isErased) expect(begun, `seed ${seed}, round ${round}`).to.be.below(at(({ id }) => id === eventId));
        const { scheduled, holds } = await realmOfBoth();
        if (what === 'scheduled') expect(scheduled.byId.has(scheduledId)).to.equal(!isErased);
        okay<unknown>(await run(0, completeErasure, { erasureId, held: 0 }, null));
        for (const holdId of holds.byId.keys()) okay<unknown>(await run(0, endHold, { holdId, reason }, 1));
        await stateOfBoth();
      }
    });
});
