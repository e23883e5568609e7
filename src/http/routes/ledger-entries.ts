/** The leaves of the ledger, for auditors who build its tree themselves. */
import { z } from 'zod';
import { leafTexts } from '../../queries/leaves.ts';
import { newestSeal } from '../../queries/ledger.ts';
import { auditListMax } from '../../vocabulary/limits.ts';
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
    'Answers leaves as they are hashed: a JSON text in the form of RFC 8785, without personal data. The SHA-256 of the byte 0 and the text is what stands in `tile/0`. Of an event that was erased it is the leaf that the erasing event keeps. For auditors. The request is put on record.',
  access: 'user',
  privileged: () => forAuditorsOnRecord,
  parameters: z.object({
    start: described(integer(z.int().nonnegative()).default(0), 'The index of the first leaf.', 4107),
    count: described(integer(z.int().min(1).max(auditListMax)).default(100), 'How many.', 100),
    reason: reasonParameter,
  }),
  response: z.object({
    entries: z.array(LedgerEntry),
    size: z.int().describe('Leaves under the newest checkpoint'),
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
