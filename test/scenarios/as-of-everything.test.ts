/** Every GET answers as of the newest event the same as now: as the same user, by the same code, from another process. */
import { expect } from 'chai';
import { isViewable } from '../../src/http/past/viewed.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { builtReplica } from '../support/built-program.ts';
import { list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';

/** What an endpoint needs in addition to its path. */
const parametersOf: Readonly<Record<string, Record<string, unknown>>> = {
  '/messages': { anchor: 'newest', num_before: 100, num_after: 0 },
  '/messages/matches_narrow': { msg_ids: [1], narrow: [['search', 'word']] },
  '/get_stream_id': { stream: 'general' },
};

/** The ledger and the trail grow with each look, and are not requested here. */
const asked = endpoints.filter(
  (one) => one.method === 'GET' && isViewable(one) && !/^\/audit\/(ledger|events|objects)/.test(one.path),
);

describe('as of the newest event', () => {
  const server = runningServer({}, { sizes: { replicaProgram: builtReplica() } });
  const auditor = server.as('admin');
  let moment: string;
  let inPath: Readonly<Record<string, string>>;
  before(async () => {
    const [owner, member] = [server.as('owner'), server.as('member')];
    succeeded(await owner.post('/audit/auditors', { user_id: auditor.account.user_id, reason: 'review' }));
    const message = { type: 'stream', to: 'general', topic: 'past', content: 'a word' };
    const { id } = succeeded(await member.post('/messages', message));
    succeeded(await member.patch(`/messages/${id}`, { content: 'another word' }));
    succeeded(await member.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
    succeeded(await member.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }));
    const { records } = succeeded(await auditor.get('/audit/events', { limit: 1 }));
    moment = String(list(records)[0]?.id);
    inPath = { message_id: String(id), user_id: String(member.account.user_id) };
  });

  for (const { path } of asked)
    it(`${path} is answered as it is now`, async () => {
      const actual = path.replace(/:(\w+)/g, (_, name: string) => inPath[name] ?? '1');
      const headers = { 'Audit-Reason': 'case 4711', 'Verbatim-As-User': String(inPath.user_id) };
      const parameters = parametersOf[path] ?? {};
      const now = await auditor.get(actual, parameters, headers);
      const then = await auditor.get(actual, parameters, { ...headers, 'Verbatim-As-Of': moment });
      const { server_timestamp: _, ...body } = now.body;
      const { server_timestamp: __, ...past } = then.body;
      expect(now.status).to.be.below(500);
      expect([then.status, past]).to.deep.equal([now.status, body]);
    });
});
