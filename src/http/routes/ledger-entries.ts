/** The leaves of the ledger, for auditors who build its tree themselves. */
import { z } from 'zod';
import { leafTexts } from '../../queries/leaves.ts';
import { newestSeal } from '../../queries/ledger.ts';
import { limits } from '../../vocabulary/limits.ts';
import { LedgerEntry } from '../../wire/ledger.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { integer } from '../request/parameters.ts';
import { forAuditorsOnRecord, reasonParameter } from '../request/privileged.ts';
import { leavesPerRequest } from './shared/recorded-leaves.ts';

export const ledgerEntries = defineEndpoint({
  id: 'getLedgerEntries',
  method: 'GET',
  path: '/audit/ledger/entries',
  tag: 'Audit',
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
