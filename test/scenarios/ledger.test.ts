import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { checkpointIn } from '../../src/ledger/checkpoint.ts';
import { leafHashOf } from '../../src/ledger/hashing.ts';
import { verifiedText, verifierIn } from '../../src/ledger/signed-note.ts';
import { entryBundle } from '../../src/ledger/tiles.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { proofIn } from '../../web/src/prove/tlog.ts';
import { isConsistent, rootByInclusion } from '../ledger/proof-checks.ts';
import { authorizationOf, type Client, list } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer, type TestServer } from '../support/server.ts';

/** What is no JSON. */
async function raw(server: TestServer, by: Client, path: string) {
  const response = await fetch(`${server.base}/api/v1${path}`, { headers: { authorization: authorizationOf(by) } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

const hashesOf = ({ hashes }: ReturnType<typeof proofIn>) => hashes.map((hash) => Buffer.from(hash));

describe('the ledger over HTTP', () => {
  const server = runningServer();
  const member = server.as('member');
  before(async () => {
    for (let number = 0; number < 5; number += 1) await said(member, 'general', 't', `${number}`);
    await sealed();
  });

  /** What was done before the call is sealed, and so is the beginning of the ledger. */
  async function sealed(): Promise<void> {
    for (let round = 0; round < 2; round += 1) await server.application.scrub();
  }
  const textOf = async (path: string, by = member): Promise<string> => {
    const { response, bytes } = await raw(server, by, path);
    expect(response.status, bytes.toString()).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    return bytes.toString();
  };
  const key = async () => {
    const { body } = await member.get('/audit/ledger/key');
    return verifierIn(String(list(body.keys).at(-1)?.verifier));
  };
  const checkpoint = async () => checkpointIn(verifiedText(await textOf('/audit/ledger/checkpoint'), [await key()]));

  it('has a checkpoint that its key signs, for every member', async () => {
    const { origin, size } = await checkpoint();
    expect(origin).to.equal('localhost/audit/dev');
    expect(size).to.be.above(10);
    const { body } = await member.get('/audit/ledger/key');
    expect(body).to.include({ origin, previous: null });
  });

  it('proves a leaf by its index, under the newest checkpoint and under one that was kept', async () => {
    const kept = await checkpoint();
    await said(member, 'general', 't', 'more');
    await sealed();
    const newest = await checkpoint();
    expect(newest.size).to.be.above(kept.size);
    const tile = await raw(server, member, `/audit/ledger/tile/0/000.p/${newest.size}`);
    expect(tile.response.headers.get('content-type')).to.equal('application/octet-stream');
    expect(tile.bytes).to.have.length(32 * newest.size);
    for (const { size, root } of [kept, newest]) {
      const proof = proofIn(await textOf(`/audit/ledger/proof?index=3&size=${size}`));
      const leaf = tile.bytes.subarray(96, 128);
      expect(rootByInclusion(leaf, 3, size, hashesOf(proof))?.equals(root)).to.equal(true);
      expect(checkpointIn(verifiedText(proof.checkpoint, [await key()])).size).to.equal(size);
    }
    const { body } = await member.get('/audit/ledger/consistency', { from: kept.size });
    expect(body).to.include({ from: kept.size, to: newest.size });
    const hashes = list(body.hashes).map((hash) => Buffer.from(String(hash), 'base64'));
    expect(isConsistent(kept, newest, hashes)).to.equal(true);
  });

  it('proves an event by its id only to auditors, and records it', async () => {
    const owner = server.as('owner');
    succeeded(await owner.post('/audit/auditors', { user_id: owner.account.user_id, reason: 'review' }));
    await sealed();
    const events = [];
    for await (const event of server.application.log.readAll(0, ['audit-1.'])) events.push(event);
    const appointed = events.find(({ type }) => type === 'AuditorAppointed');
    const path = `/audit/ledger/proof?event_id=${appointed?.id}`;
    const proof = proofIn(await textOf(path, owner));
    const { size, root } = checkpointIn(verifiedText(proof.checkpoint, [await key()]));
    expect(proof.index).to.be.below(size);
    const leaf = String(proof.extra);
    expect(JSON.parse(leaf)).to.include({ id: appointed?.id, type: 'AuditorAppointed', v: 2 });
    expect(rootByInclusion(leafHashOf(leaf), proof.index, size, hashesOf(proof))?.equals(root)).to.equal(true);
    const commit = createHash('sha256').update('not the event').digest('base64');
    expect(rootByInclusion(leafHashOf(commit), proof.index, size, hashesOf(proof))?.equals(root)).to.equal(false);
    const denied = await member.get('/audit/ledger/proof', { event_id: String(appointed?.id) });
    expect(denied.status).to.equal(403);
    refused(
      await owner.get('/audit/ledger/proof', { event_id: '00000000-0000-7000-8000-000000000000' }),
      { msg: 'No sealed event has this id', code: 'NOT_FOUND' },
      404,
    );
    const accesses = [];
    for await (const event of server.application.log.readAll(0, ['audit-1.']))
      if (event.type === 'AuditAccessed') accesses.push(event.data);
    expect(accesses.at(-1)).to.deep.include({ operation: 'GET /audit/ledger/proof' });
  });

  it('lists its leaves only to auditors, whose hashes are in the tiles, even for erased events', async () => {
    const owner = server.as('owner');
    const sent = { type: 'stream', to: 'general', topic: 't', content: 'to be deleted' };
    const { id } = succeeded(await owner.post('/messages', sent));
    await sealed();
    succeeded(await owner.delete(`/messages/${id}`));
    await sealed();
    await sealed();
    const { size } = await checkpoint();
    const { body } = await owner.get('/audit/ledger/entries', { start: 0, count: 1000 });
    expect(body.size).to.be.at.least(size);
    const tile = await raw(server, member, `/audit/ledger/tile/0/000.p/${size}`);
    const leaves = list(body.entries).slice(0, size);
    for (const { index, leaf } of leaves) {
      const hash = tile.bytes.subarray(32 * Number(index), 32 * Number(index) + 32);
      expect(leafHashOf(String(leaf)).equals(hash), String(leaf)).to.equal(true);
    }
    expect(leaves.map(({ leaf }) => JSON.parse(String(leaf)).stream)).to.include(`message-1.${id}`);
    const bundle = await raw(server, owner, `/audit/ledger/tile/entries/000.p/${size}`);
    const texts = leaves.map(({ leaf }) => String(leaf));
    expect(bundle.bytes.equals(entryBundle(texts))).to.equal(true);
    const page = await owner.get('/audit/ledger/entries', { start: 3, count: 2 });
    expect(list(page.body.entries).map(({ index }) => index)).to.deep.equal([3, 4]);
    expect(list((await owner.get('/audit/ledger/entries', { start: 1e9 })).body.entries)).to.deep.equal([]);
    for (const path of ['/audit/ledger/entries', '/audit/ledger/tile/entries/000.p/3'])
      expect((await raw(server, member, path)).response.status, path).to.equal(403);
    expect((await raw(server, owner, '/audit/ledger/tile/entries/777')).response.status).to.equal(404);
  });

  it('names what is wrong with a request', async () => {
    // What the tests before have caused is sealed first: the size stays.
    const { log, sealed } = server.application;
    await sealed(1 as RealmId, await log.tail());
    const { size } = await checkpoint();
    const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
    for (const [path, parameters, msg] of [
      ['proof', {}, 'Either event_id or index is needed, and not both'],
      ['proof', { index: 0, event_id: 'x' }, 'Either event_id or index is needed, and not both'],
      ['proof', { index: size }, `index is not below ${size}, the number of leaves`],
      ['proof', { index: Number.MAX_SAFE_INTEGER }, `index is not below ${size}, the number of leaves`],
      [
        'proof',
        { index: 0, size: size + 1 },
        `size: no checkpoint was signed for ${size + 1} leaves; the newest is for ${size}`,
      ],
      ['consistency', { from: 2, to: 1 }, 'from is larger than to'],
      ['consistency', { from: 0, to: 1e15 }, `to is larger than the ledger, which has ${size} leaves`],
    ] as const)
      refused(await member.get(`/audit/ledger/${path}`, parameters), bad(msg));
    for (const index of ['-1', '1.5', '1e3', '01', '9007199254740993', '٣', ''])
      expect((await member.get('/audit/ledger/proof', { index })).body.msg, index).to.match(/index/);
    for (const tile of ['0/001', '1/000', `0/000.p/${size + 1}`, '7/000', '0/0', '0/x999/x999/x999/999'])
      expect((await raw(server, member, `/audit/ledger/tile/${tile}`)).response.status, tile).to.equal(404);
  });
});
