import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { openLmdbLogToVerify } from '../../src/adapters/lmdb/log-to-verify.ts';
import { filesNamedIn, verifyFiles } from '../../src/audit/file-verification.ts';
import { contentKey, exportKey } from '../../src/engine/files/contents.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { FileStoreUnavailable } from '../../src/ports/file-store.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { EventId, ExportId, FileId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { appendEvents } from '../support/engine.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openLog } from './log-fixture.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyOf = (text: string): string => contentKey(realmId, hashOf(text));
const [userId, payerId] = [1 as UserId, 1 as UserId];

const uploads = (id: number, text: string): Given => {
  const fileId = id as FileId;
  const data = { fileId, userId, payerId, folder: 'a', token: `t${id}`, name: 'notes.txt', type: 'text/plain' };
  const content = { size: text.length, sha256: hashOf(text) };
  return happened(logStream.file(realmId, fileId), 'FileUploaded', { ...data, ...content });
};
const deletes = (id: number, held?: true): Given => {
  const data = { fileId: id as FileId, userId, uploadedAt: 1, leaves: [], ...(held && { held }) };
  return happened(logStream.file(realmId, id as FileId), 'FileDeleted', data);
};
const holdsFile = (id: number): Given =>
  happened(logStream.audit(realmId), 'FileDeletionHeld', { fileId: id as FileId });
const endsHolds = (...ids: number[]): Given =>
  happened(logStream.audit(realmId), 'HeldDeletionsEnded', { messageIds: [], fileIds: ids as FileId[], uploads: [] });
const changesAvatar = (text: string | null): Given => {
  const avatar = text === null ? null : { sha256: hashOf(text), size: text.length, type: 'image/png' };
  const data = { userId, version: 1, avatar, previous: null } as unknown as DataOf<'AvatarChanged'>;
  return happened(logStream.person(realmId, userId), 'AvatarChanged', data);
};

const exported = 1 as ExportId;
const exportKeyed = exportKey(realmId, exported, 'zip');
const completesExport = (text: string): Given => {
  const counts = { messages: 1, edits: 0, deleted: 0, reactions: 0, attachments: 0, conversations: 1 };
  const made = { bytes: text.length, sha256: hashOf(text), lastEvent: '' as EventId, checkpointSize: 1, expiresAt: 1 };
  return happened(logStream.audit(realmId), 'ExportCompleted', { exportId: exported, ...made, ...counts });
};
const endsExport = happened(logStream.audit(realmId), 'ExportEnded', { exportId: exported, cause: 'expired' });

describe('the verification of uploaded files', () => {
  let log: EventLog;
  beforeEach(async () => {
    log = await openLog();
  });
  afterEach(() => log.close());

  /** A store with these contents, each under the key of its first text. */
  const store = (contents: Readonly<Record<string, string>>) => {
    const stored = new Map(Object.entries(contents).map(([named, text]) => [keyOf(named), text]));
    return {
      open: async (key: string) => {
        const text = stored.get(key);
        return text === undefined ? undefined : Readable.from([Buffer.from(text)]);
      },
    };
  };
  /** The same log, which nothing has replaced. */
  const again = async () => ({ readAll: (after: number) => log.readAll(after), close: async () => undefined });
  const idsNamed = async (): Promise<(number | null)[]> =>
    [...(await filesNamedIn(log, realmId)).values()].map(({ fileId }) => fileId);

  it('expects the files that were uploaded and not deleted, and those that a legal hold keeps', async () => {
    await appendEvents(
      log,
      [1, 2, 3, 4, 5].map((id) => uploads(id, `text ${id}`)),
    );
    await appendEvents(log, [deletes(2), deletes(3, true), deletes(4), deletes(5, true), holdsFile(4)]);
    expect(await idsNamed()).to.have.members([1, 3, 4, 5]);
    await appendEvents(log, [endsHolds(4, 5)]);
    expect(await idsNamed()).to.have.members([1, 3]);
  });

  it('expects only the current avatar of a person', async () => {
    await appendEvents(log, [changesAvatar('first'), changesAvatar('second')]);
    const hashes = [...(await filesNamedIn(log, realmId)).values()].map(({ sha256 }) => sha256);
    expect(hashes).to.deep.equal([hashOf('second')]);
    await appendEvents(log, [changesAvatar(null)]);
    expect(await idsNamed()).to.deep.equal([]);
  });

  it('distinguishes missing from changed files, and names every event that has the content', async () => {
    await appendEvents(log, [uploads(1, 'one'), uploads(2, 'two'), uploads(3, 'three'), uploads(4, 'two')]);
    const { files, findings, unread } = await verifyFiles(log, again, store({ one: 'one', two: 'twp' }), realmId);
    expect([files, unread]).to.deep.equal([4, []]);
    expect(findings.map(({ kind, fileId, key }) => [kind, fileId, key])).to.have.deep.members([
      ['CHANGED', 2, keyOf('two')],
      ['MISSING', 3, keyOf('three')],
      ['CHANGED', 4, keyOf('two')],
    ]);
    for (const { id, position } of findings) {
      const [event] = await collected(position - 1);
      expect(event).to.include({ id, position, type: 'FileUploaded' });
    }
  });

  it('compares a finished export for review, if there is one', async () => {
    await appendEvents(log, [completesExport('archive')]);
    const found = async (text?: string) => {
      const open = async (key: string) =>
        key === exportKeyed && text !== undefined ? Readable.from([Buffer.from(text)]) : undefined;
      const { files, findings } = await verifyFiles(log, again, { open }, realmId);
      return [files, ...findings.map(({ kind, key, fileId }) => [kind, key, fileId])];
    };
    expect(await found('archive')).to.deep.equal([1]);
    expect(await found('other')).to.deep.equal([1, ['CHANGED', exportKeyed, null]]);
    // Neither a backup nor an import brings it.
    expect(await found()).to.deep.equal([0]);
    await appendEvents(log, [endsExport]);
    expect(await found('other')).to.deep.equal([0]);
  });

  it('does not report a file that is deleted in the meantime, or whose bytes are restored', async () => {
    await appendEvents(log, [uploads(1, 'one'), uploads(2, 'two')]);
    let asked = 0;
    const { findings } = await verifyFiles(
      log,
      again,
      {
        open: async (key) => {
          asked += 1;
          if (asked === 1) await appendEvents(log, [deletes(1)]);
          return key === keyOf('two') && asked > 2 ? Readable.from([Buffer.from('two')]) : undefined;
        },
      },
      realmId,
    );
    expect(findings).to.deep.equal([]);
  });

  it('does not report a file that is deleted after a scrub has replaced the file of the log', async () => {
    const folder = temporaryFolder();
    const own = await openLog(folder);
    await appendEvents(own, [uploads(1, 'one'), uploads(2, 'two'), deletes(2)]);
    await own.truncate(logStream.file(realmId, 2 as FileId), 1);
    const opened = () => openLmdbLogToVerify(join(folder, 'log'), (open) => open(true));
    const verified = await opened();
    const open = async () => {
      await own.scrub();
      await appendEvents(own, [deletes(1)]);
      return undefined;
    };
    const { findings } = await verifyFiles(verified, opened, { open }, realmId);
    expect(findings).to.deep.equal([]);
    await verified.close();
    await own.close();
  });

  it('continues after a file that cannot be read, but not without the store', async () => {
    await appendEvents(log, [uploads(1, 'one'), uploads(2, 'two')]);
    const failing = (error: Error) => ({
      open: async (key: string) => {
        if (key === keyOf('one')) throw error;
        return undefined;
      },
    });
    const broken = Object.assign(new Error('EIO: i/o error, read'), { syscall: 'read' });
    const { findings, unread } = await verifyFiles(log, again, failing(broken), realmId);
    expect(unread).to.deep.equal([`${keyOf('one')} cannot be read: EIO: i/o error, read`]);
    expect(findings.map(({ kind, fileId }) => [kind, fileId])).to.deep.equal([['MISSING', 2]]);
    const away = new FileStoreUnavailable('out of reach');
    expect(await verifyFiles(log, again, failing(away), realmId).catch((error: unknown) => error)).to.equal(away);
  });

  it('skips events that somebody changed', async () => {
    const metadata = { actor: null, at: 1, client: 'x', requestId: 'r', schema: 1 };
    const wrong = [null, 'text', {}, { fileId: 1, sha256: '../../etc' }];
    const events = wrong.map((data, at) => ({
      id: `00000000-0000-4000-9000-00000000000${at}`,
      type: 'FileUploaded',
      data,
      metadata,
    }));
    await log.append('file-1.1', events, 'none');
    expect(await idsNamed()).to.deep.equal([]);
  });

  async function collected(after: number) {
    const events = [];
    for await (const event of log.readAll(after)) events.push(event);
    return events;
  }
});
