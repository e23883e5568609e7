/**
 * The ledger: checkpoints, keys and proofs. They are open to every member, so that anybody who keeps a checkpoint can later prove a change.
 * Data about single events are for auditors. The formats are those of C2SP.
 */
import { z } from 'zod';
import { recordAccess } from '../../../commands/audit/record-access.ts';
import { RawAnswer } from '../../define/endpoint.ts';
import { isSize } from '../../ledger/checkpoint.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { leafTexts, proofText } from '../../queries/leaves.ts';
import { consistencyIn, leafIndexOf, ledgerKeysOf, newestSeal, sealOfSize } from '../../queries/ledger.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { LedgerEntry, LedgerKey } from '../../wire/ledger.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { invalid } from '../request/parameter-errors.ts';
import { converted, integer, withValueSchema } from '../request/parameters.ts';
import { forAuditorsOnRecord, reasonParameter } from '../request/privileged.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { ledgerTiles } from './ledger-tiles.ts';
import { leavesPerRequest, recordedLeaves } from './shared/recorded-leaves.ts';

const text = 'text/plain; charset=utf-8';

const noLedger: Problem = { status: 404, msg: 'Nothing of this organization is sealed yet' };
const noLeaf: Problem = { status: 404, msg: 'No sealed event has this id' };
const whichLeaf = invalid('Either event_id or index is needed, and not both');
const notSigned = (size: number, newest: number): Problem =>
  invalid(`size: no checkpoint was signed for ${size} leaves; the newest is for ${newest}`);
const beyond = (size: number): Problem => invalid(`index is not below ${size}, the number of leaves`);

/** A whole number in the notation of the C2SP formats. */
const size = () =>
  withValueSchema(
    converted((written) => (isSize(written) ? Number(written) : undefined)),
    z.int().nonnegative(),
  );

/** How many further requests a proof counts as: it is made from as many documents as a long list. */
const proofRequests = 2;

const exampleHash = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
const exampleCheckpoint = `chat.example.com/audit/acme\n20852163\n${exampleHash}\n\n— chat.example.com/audit/acme Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n`;
const exampleEvent = '0198c0de-0000-7000-8000-000000000001';

async function newest(view: ReadView, realmId: RealmId) {
  const seal = await newestSeal(view, realmId);
  if (!seal) throw new ProblemError(noLedger);
  return seal;
}

const getCheckpoint = defineEndpoint({
  id: 'getLedgerCheckpoint',
  route: 'GET /audit/ledger/checkpoint',
  summary: 'Get the newest checkpoint of the ledger',
  description:
    'Returns a signed note with the name of the ledger, its number of leaves, and the root of its Merkle tree. If a copy is kept elsewhere, it shows later whether anything that it covers was changed or removed.',
  response: z.object({}),
  raw: { type: text, example: exampleCheckpoint },
  example: {},
  errors: [noLedger],
  handle: ({ realmId }, services) =>
    services.read(async (view) => new RawAnswer((await newest(view, realmId)).checkpoint)),
});

const getKey = defineEndpoint({
  id: 'getLedgerKey',
  route: 'GET /audit/ledger/key',
  summary: 'Get the keys of the ledger',
  description:
    'Returns the keys that sign checkpoints, oldest first; the last one is in use. Compare them with keys that you got from the operator in another way.',
  response: z.object({
    origin: z.string().describe('The name of the ledger'),
    keys: z.array(LedgerKey),
    previous: z
      .string()
      .nullable()
      .describe('The last checkpoint of the ledger from which the organization was imported, if it was'),
  }),
  example: {
    origin: 'chat.example.com/audit/acme',
    keys: [
      {
        verifier: 'chat.example.com/audit/acme+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
        event_id: exampleEvent,
        since: '2026-11-22T14:34:00.123Z',
      },
    ],
    previous: null,
  },
  errors: [noLedger],
  handle: ({ realmId }, services) =>
    services.read(async (view) => {
      const found = await ledgerKeysOf(view, realmId);
      const [first] = found;
      if (first?.origin === undefined) throw new ProblemError(noLedger);
      const keys = found.map(({ key, eventId, at }) => ({
        verifier: key,
        event_id: eventId,
        since: new Date(at).toISOString(),
      }));
      return { origin: first.origin, keys, previous: first.previous ?? null };
    }),
});

const getConsistency = defineEndpoint({
  id: 'getLedgerConsistency',
  route: 'GET /audit/ledger/consistency',
  summary: 'Prove that the ledger only grew',
  description: 'Returns the consistency proof between an earlier and a later tree (RFC 6962, section 2.1.2).',
  parameters: z.object({
    from: described(size(), 'The number of leaves of the earlier tree.', 1000),
    to: described(
      size().optional(),
      'The number of leaves of the later tree. Default: that of the newest checkpoint.',
      2000,
    ),
  }),
  response: z.object({ from: z.int(), to: z.int(), hashes: z.array(z.string()).describe('In base64') }),
  example: { from: 1000, to: 2000, hashes: [exampleHash] },
  errors: [noLedger, invalid('from is larger than to'), invalid('to is larger than the ledger, which has 2000 leaves')],
  async handle({ realmId, parameters, charge }, services) {
    charge(proofRequests);
    return services.read(async (view) => {
      const { size: largest } = await newest(view, realmId);
      const { from, to = largest } = parameters;
      if (to > largest) throw new ProblemError(invalid(`to is larger than the ledger, which has ${largest} leaves`));
      if (from > to) throw new ProblemError(invalid('from is larger than to'));
      const hashes = await consistencyIn(view, realmId, from, to);
      return { from, to, hashes: hashes.map((hash) => hash.toString('base64')) };
    });
  },
});

const getProof = defineEndpoint({
  id: 'getLedgerProof',
  route: 'GET /audit/ledger/proof',
  summary: 'Prove that an event is in the ledger',
  description:
    'Returns an inclusion proof that can be verified without this service (C2SP tlog-proof): the index of the leaf, the hashes up to the root, and the signed checkpoint. With `index`: for all members. With `event_id`: for auditors; the line `extra` has the leaf, and the request is recorded.',
  parameters: z.object({
    event_id: described(z.string().optional(), 'The id of the event. Give either this or `index`.', exampleEvent),
    index: described(size().optional(), 'The index of the leaf, counted from 0.', 4107),
    size: described(
      size().optional(),
      'The number of leaves of a checkpoint that you keep. Default: the newest checkpoint.',
      20852163,
    ),
    reason: reasonParameter,
  }),
  response: z.object({}),
  raw: { type: text, example: `c2sp.org/tlog-proof@v1\nindex 4107\n${exampleHash}\n\n${exampleCheckpoint}` },
  example: {},
  commands: [recordAccess],
  errors: [noLedger, noLeaf, whichLeaf, notSigned(3, 20852163), beyond(20852163)],
  async handle(call, services) {
    const { realmId, parameters, charge } = call;
    const { event_id: eventId, index: given, size: wanted } = parameters;
    if ((eventId === undefined) === (given === undefined)) throw new ProblemError(whichLeaf);
    charge(proofRequests);
    if (eventId !== undefined) await recordedLeaves(call, services, 'GET /audit/ledger/proof', { event_id: eventId });
    return services.read(async (view) => {
      const last = await newest(view, realmId);
      const index = eventId === undefined ? given : await leafIndexOf(view, realmId, eventId);
      if (index === undefined) throw new ProblemError(noLeaf);
      const seal = wanted === undefined ? last : await sealOfSize(view, realmId, wanted);
      if (!seal) throw new ProblemError(notSigned(wanted ?? 0, last.size));
      if (index >= seal.size) throw new ProblemError(beyond(seal.size));
      const of = eventId === undefined ? undefined : { events: services.events, eventId };
      return new RawAnswer(await proofText(view, realmId, seal, index, of));
    });
  },
});

const ledgerEntries = defineEndpoint({
  id: 'getLedgerEntries',
  route: 'GET /audit/ledger/entries',
  summary: 'List the leaves of the ledger',
  description:
    'Returns leaves in the form in which they are hashed: JSON as in RFC 8785, without personal data. The hashes in `tile/0` are the SHA-256 of a zero byte followed by this text. The leaf of an erased event comes from the event that erased it. For auditors. The request is recorded.',
  privileged: () => forAuditorsOnRecord,
  parameters: z.object({
    start: described(integer(z.int().nonnegative()).default(0), 'The index of the first leaf.', 4107),
    count: described(integer(z.int().min(1).max(limits.auditListMax)).default(100), 'The number of leaves.', 100),
    reason: reasonParameter,
  }),
  response: z.object({
    entries: z.array(LedgerEntry),
    size: z.int().describe('Number of leaves of the newest checkpoint'),
  }),
  example: {
    entries: [
      {
        index: 4107,
        leaf: '{"actor":10,"at":1795358040123,"commit":"CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=","id":"0198c0de-0000-7000-8000-000000000001","schema":1,"stream":"message-1.4711","type":"MessageSent","v":2}',
      },
    ],
    size: 20852163,
  },
  async handle({ realmId, parameters: { start, count }, charge }, services) {
    charge(Math.floor(count / leavesPerRequest));
    return services.read(async (view) => {
      const size = (await newestSeal(view, realmId))?.size ?? 0;
      const found = start >= size ? [] : await leafTexts(view, realmId, services.events, start, start + count);
      return { entries: found.map(({ index, leaf }) => ({ index, leaf: leaf ?? null })), size };
    });
  },
});

export const ledger = [getCheckpoint, getKey, getConsistency, getProof, ledgerEntries, ...ledgerTiles];
