import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import type { Finding } from '../../src/audit/finding.ts';
import { keptCheckpoints } from '../../src/audit/kept-checkpoints.ts';
import { verifyLedger } from '../../src/audit/verification.ts';
import { hashOfLeaf, leafOf } from '../../src/ledger/leaf.ts';
import { tlogProofText } from '../../src/ledger/tlog-proof.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { inclusionIn, ledgerKeysOf, newestSeal } from '../../src/queries/ledger.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { engineIn, type TestEngine } from '../support/engine.ts';
import { realmId } from '../support/given.ts';
import { sealing } from '../support/sealed.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type SealedLog, sealedLog, verified as verifiedLog } from './sealed-past.ts';

const run = promisify(execFile);

describe('verification', () => {
  let log: EventLog;
  let sealed: SealedLog;
  let test: TestEngine;
  let ids: readonly string[];
  let events: readonly StoredEvent[];
  before(async () => {
    sealed = await sealedLog({ messages: 30, eventsMax: 7 });
    ({ log, test } = sealed);
    ({ ids, events } = sealed.past);
  });
  after(() => sealed.close());

  /** Verifies what the log would return if somebody had changed its files. */
  const verified = (
    changed: (event: StoredEvent) => readonly StoredEvent[] = (event) => [event],
    more: { from?: number; kept?: string; now?: number } = {},
  ) =>
    verifiedLog(
      {
        async *readAll(after, prefixes = []) {
          for await (const event of log.readAll(after))
            for (const one of changed(event)) if (isUnder(prefixes, one.stream)) yield one;
        },
      },
      more,
    );
  const isUnder = (prefixes: readonly string[], stream: string): boolean =>
    prefixes.length === 0 || prefixes.some((prefix) => stream.startsWith(prefix));
  const batches = () => events.filter(({ type }) => type === 'LedgerSealed');
  const noteOf = (event: StoredEvent | undefined): string =>
    (event?.data as DataOf<'LedgerSealed'> | undefined)?.checkpoint ?? '';
  const at = (index: number): string => ids[index] ?? '';

  it('finds nothing in a log that nobody changed', async () => {
    const { findings, result } = await verified(undefined, { kept: batches().map(noteOf).join('\n') });
    expect(findings).to.deep.equal([]);
    expect(result).to.include({ exit: 0, size: ids.length, events: ids.length });
  });

  it('finds each event of which one character was changed, at its index', async () => {
    for (let index = 0; index < ids.length; index += 1) {
      const text = JSON.stringify(events.find(({ id }) => id === at(index))?.data);
      const place = text.search(/[a-z]/);
      const data = JSON.parse(`${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`);
      const { findings, result } = await verified((event) => [event.id === at(index) ? { ...event, data } : event]);
      // The beginning of the ledger is an event, too: its change shows in every checkpoint.
      const ofEvents = findings.filter((finding) => finding.index !== null);
      expect(ofEvents, `${index}`).to.deep.equal([{ kind: 'CHANGED', index, event: at(index) }]);
      expect(result.exit).to.equal(1);
    }
  });

  it('finds a changed actor, time, client, cause and salt', async () => {
    for (const change of [
      { actor: 9 },
      { at: 1 },
      { client: 'z' },
      { requestId: 'z' },
      { causedBy: 'z' },
      { salt: 'zzzz' },
    ]) {
      const { findings } = await verified((event) => [
        event.id === at(12) ? { ...event, metadata: { ...(event.metadata as object), ...change } } : event,
      ]);
      expect(findings).to.deep.equal([{ kind: 'CHANGED', index: 12, event: at(12) }]);
    }
  });

  it('finds an event that was removed, and one that was inserted', async () => {
    const removed = await verified((event) => (event.id === at(5) ? [] : [event]));
    expect(removed.findings).to.deep.equal([{ kind: 'MISSING', index: 5, event: at(5) }]);
    expect(removed.result.exit).to.equal(1);
    const put = await verified((event) =>
      event.id === at(5) ? [event, { ...event, id: '00000000-0000-4000-9000-000000000009' }] : [event],
    );
    expect(put.findings).to.have.length(1);
    expect(put.findings[0]).to.include({ kind: 'UNSEALED', event: '00000000-0000-4000-9000-000000000009' });
    expect(put.result.exit).to.equal(1);
  });

  it('reports a changed id as a change of the event, and not as a removal', async () => {
    const id = '00000000-0000-4000-9000-00000000000a';
    const { findings, result } = await verified((event) => {
      if (event.id === at(20)) return [{ ...event, id }];
      return event.id === at(25) ? [] : [event];
    });
    expect(findings).to.deep.equal([
      { kind: 'CHANGED', index: 20, event: at(20), why: `${id} is in its place` },
      { kind: 'MISSING', index: 25, event: at(25) },
    ]);
    expect(result.exit).to.equal(1);
  });

  it('finds an event whose log stream was renamed, out of the organization too', async () => {
    for (const stream of ['mfssage-1.4', 'message-3.4', 'elsewhere']) {
      const { findings, result } = await verified((event) => [event.id === at(17) ? { ...event, stream } : event]);
      expect(findings).to.deep.equal([
        { kind: 'CHANGED', index: 17, event: at(17), why: `it is in the log stream ${stream}` },
      ]);
      expect(result.exit).to.equal(1);
    }
  });

  it('finds an event that cannot be read at all', async () => {
    const nothing = { id: '', type: '', data: null, metadata: null, revision: -1 };
    const { findings } = await verified((event) => [event.id === at(17) ? { ...event, ...nothing } : event]);
    expect(findings).to.deep.equal([
      { kind: 'CHANGED', index: 17, event: at(17), why: 'something unreadable is in its place' },
    ]);
    const last = events.findLast(({ stream }) => stream.startsWith('message-'));
    const put = await verified((event) => (event.id === last?.id ? [event, { ...event, ...nothing }] : [event]));
    expect(put.findings).to.deep.equal([
      { kind: 'CHANGED', index: null, event: null, why: `position ${last?.position} cannot be read` },
    ]);
    expect(put.result.exit).to.equal(1);
  });

  it('finds a salt with unused bits that are set, and a salt that is no text', async () => {
    const salted = events.find(({ id }) => id === at(20));
    const { salt } = (salted?.metadata ?? {}) as { salt: string };
    const same = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((last) => `${salt.slice(0, -1)}${last}`)
      .filter((text) => text !== salt && Buffer.from(text, 'base64url').equals(Buffer.from(salt, 'base64url')));
    expect(same).to.have.length(3);
    for (const changed of [...same, 5, null]) {
      const metadata = { ...(salted?.metadata ?? {}), salt: changed };
      const { findings } = await verified((event) => [event.id === at(20) ? { ...event, metadata } : event]);
      expect(findings).to.deep.equal([{ kind: 'CHANGED', index: 20, event: at(20) }]);
    }
  });

  it('finds a batch that was changed, and one that was removed', async () => {
    const [, second] = batches();
    const changed = await verified((event) => {
      if (event.id !== second?.id) return [event];
      const data = event.data as DataOf<'LedgerSealed'>;
      const entries = data.entries.map(([id], number) => [id, data.entries[number === 0 ? 1 : number]?.[1]]);
      return [{ ...event, data: { ...data, entries } }];
    });
    expect(changed.result.exit).to.equal(1);
    expect(changed.findings.some(({ kind, why }) => kind === 'CHANGED' && why?.includes('another root'))).to.equal(
      true,
    );
    const removed = await verified((event) => (event.id === second?.id ? [] : [event]));
    expect(removed.result.exit).to.equal(1);
    const forged = await verified((event) =>
      event.id === second?.id
        ? [{ ...event, data: { ...(event.data as object), checkpoint: noteOf(event).replace(/[A-Z]/, 'q') } }]
        : [event],
    );
    expect(forged.result.exit).to.equal(1);
  });

  it('finds an older copy of the log only by a kept checkpoint', async () => {
    const older = (event: StoredEvent): StoredEvent[] =>
      event.position > (batches().at(-2)?.position ?? 0) ? [] : [event];
    const kept = noteOf(batches().at(-1));
    expect((await verified(older, { now: 0 })).result.exit).to.equal(0);
    const { findings, result } = await verified(older, { kept });
    expect(findings.map(({ kind }) => kind)).to.include('MISSING');
    expect(result.exit).to.equal(1);
  });

  it('finds a rewritten history that was signed with the same key, by a kept checkpoint', async () => {
    const kept = noteOf(batches().at(-1));
    const folder = temporaryFolder();
    const anew = await openLmdbEventLog(`${folder}/log`);
    for (const { stream, id, type, data, metadata } of events) {
      if (stream.startsWith('ledger-')) continue;
      const newest = (await anew.readStream(stream, { direction: 'backward', limit: 1 }))[0]?.revision ?? 'none';
      const other = id === at(20) ? { ...(data as object), senderId: 1 } : data;
      await anew.append(stream, [{ id, type, data: other, metadata }], newest);
    }
    const other = await engineIn(folder, { log: anew, sealing });
    await other.engine.sealer?.sealNow();
    await other.engine.sealer?.sealNow();
    const [honest, found]: Finding[][] = [[], []];
    const order = { realmId, from: 0, progress: () => undefined, now: Date.now };
    const own = await verifyLedger(anew, { ...order, kept: [], found: (finding) => honest?.push(finding) });
    expect(own.exit).to.equal(0);
    const compared = await verifyLedger(anew, {
      ...order,
      kept: keptCheckpoints(kept),
      found: (finding) => found?.push(finding),
    });
    expect(compared.exit).to.equal(1);
    await other.close();
    await anew.close();
  });

  it('reports that sealing is behind if events have waited for more than a minute', async () => {
    const unsealed = (event: StoredEvent): StoredEvent[] => (event.id === batches().at(-1)?.id ? [] : [event]);
    const newest = Math.max(...events.map(({ metadata }) => (metadata as { at: number }).at));
    expect((await verified(unsealed, { now: newest })).result.counts.UNSEALED).to.be.above(0);
    expect((await verified(unsealed, { now: newest + 10 ** 9 })).result.exit).to.equal(2);
  });

  it('compares from an index on, and the tree from its beginning', async () => {
    const flip = (index: number) => (event: StoredEvent) => [event.id === at(index) ? { ...event, data: {} } : event];
    expect((await verified(flip(10), { from: 11 })).findings).to.deep.equal([]);
    expect((await verified(flip(11), { from: 11 })).findings).to.have.length(1);
  });

  describe('of a proof by the example, in a folder of its own', () => {
    it('needs only Node, and finds changes', async () => {
      const folder = temporaryFolder();
      copyFileSync(join(import.meta.dirname, '../../examples/verify-proof.mjs'), join(folder, 'verify-proof.mjs'));
      const { proof, key } = await test.engine.read(async (view) => {
        const seal = await newestSeal(view, realmId);
        const hashes = await inclusionIn(view, realmId, 17, seal?.size ?? 0);
        const [own] = await ledgerKeysOf(view, realmId);
        return { proof: tlogProofText({ index: 17, hashes, checkpoint: seal?.checkpoint ?? '' }), key: own?.key ?? '' };
      });
      const event = events.find(({ id }) => id === at(17)) as StoredEvent;
      const file = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return name;
      };
      const verify = async (...args: string[]): Promise<string> =>
        run(process.execPath, ['verify-proof.mjs', ...args], { cwd: folder, env: {} }).then(
          ({ stdout }) => `0 ${stdout}`,
          ({ code, stderr }) => `${code} ${stderr}`,
        );
      const good = file('a.tlog-proof', proof);
      const whole = file('event.json', JSON.stringify(event));
      expect(await verify(good, '--key', key, '--event', whole)).to.match(/^0 proved: leaf 17 of [0-9]+ in /);
      const leaf = file('leaf.json', JSON.stringify(leafOf(event)));
      expect(await verify(good, '--key', key, '--leaf', leaf)).to.match(/^0 proved/);
      const renumbered = JSON.stringify({ ...event, data: { ...(event.data as object), messageId: 1 } });
      for (const text of [renumbered, JSON.stringify(event).replace(':null', ':1e999')]) {
        const changed = ['--key', key, '--event', file('changed.json', text)];
        expect(await verify(good, ...changed)).to.match(/^1 not proved: the leaf and the hashes/);
      }
      const size = file('b.tlog-proof', proof.replace(/\n([0-9]+)\n/, '\n9$1\n'));
      expect(await verify(size, '--key', key, '--event', whole)).to.match(/^1 not proved: the signature/);
      const index = file('c.tlog-proof', proof.replace('index 17', 'index 16'));
      expect(await verify(index, '--key', key, '--event', whole)).to.match(/^1 not proved/);
      const line = proof.split('\n')[3] ?? '';
      const hash = file('d.tlog-proof', proof.replace(line, hashOfLeaf(leafOf(event)).toString('base64')));
      expect(await verify(hash, '--key', key, '--event', whole)).to.match(/^1 not proved/);
      const other = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
      expect(await verify(good, '--key', other, '--event', whole)).to.match(
        /^1 not proved: the checkpoint is not signed/,
      );
      expect(await verify(good)).to.match(/^2 usage/);
    });
  });
});
