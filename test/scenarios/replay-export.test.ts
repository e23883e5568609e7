/** The history as a file for `verbatim replay`, over HTTP. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { inspect } from '../../src/audit/import-inspection.ts';
import { Lines } from '../../src/define/endpoint.ts';
import { ProblemError } from '../../src/http/response/problem.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { replay } from '../../src/replay.ts';
import { authorizationOf, type Loose } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { postFiles } from '../support/files-over-http.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('an export for a replay', () => {
  const path = '/audit/replay/export';
  const reason = 'Case 4711';
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const owner = server.as('owner');
  const auditor = server.as('spare');
  const member = server.as('member');
  before(async () => {
    succeeded(await owner.post('/audit/auditors', { user_id: auditor.account.user_id, reason: 'review' }));
  });

  const sent = (content: string): Promise<number> => said(member, 'general', 'x', content);
  const newest = async (): Promise<string> =>
    String(succeeded(await auditor.get('/audit/events', { limit: 1 })).records?.[0]?.id);
  const download = async (parameters: Readonly<Record<string, string>> = {}): Promise<string> => {
    const headers = { Authorization: authorizationOf(auditor), 'Audit-Reason': reason };
    const answer = await fetch(`${server.base}/api/v1${path}?${new URLSearchParams(parameters)}`, { headers });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('application/x-ndjson');
    return answer.text();
  };
  /** The text and the sender of each message. */
  const replayed = async (text: string): Promise<Map<string, string>> => {
    const file = join(temporaryFolder(), 'export.ndjson');
    writeFileSync(file, text);
    const contents = new Map<string, string>();
    for await (const { changes } of replay({ export: file }))
      for (const { model, id, after } of changes) {
        const { content } = (after ?? {}) as Partial<Loose>;
        if (model === 'messages' && content !== undefined) contents.set(id, String(content));
      }
    return contents;
  };

  it('replays without a server, up to the moment, without what was deleted', async () => {
    const kept = await sent('stays');
    const gone = await sent('goes');
    succeeded(await member.patch(`/messages/${kept}`, { content: 'stays, changed' }));
    const until = await newest();
    await sent('later');
    succeeded(await owner.delete(`/messages/${gone}`));
    const text = await download({ until });
    const contents = await replayed(text);
    expect(contents.get(`1.${kept}`)).to.equal('stays, changed');
    expect([...contents.values()])
      .to.not.include('later')
      .and.not.include('goes');
    expect(text).to.not.include('goes');
    expect(await download({ until })).to.equal(text);
    expect([...(await replayed(await download())).values()]).to.include('later');
  });

  it('cannot be imported, because it lacks secrets', async () => {
    const file = join(temporaryFolder(), 'export.ndjson');
    writeFileSync(file, await download());
    const refusal = await inspect(file, Date.now(), () => undefined).catch(
      (error: Error) => `${error.name}: ${error.message}`,
    );
    expect(refusal).to.match(/^MoveRefused: an auditor downloaded this file to replay it/);
  });

  it('holds no secret that gives access to anything', async () => {
    const payload_url = 'http://knows:password@127.0.0.1:9/in-the-path?token=hidden';
    const bot = { full_name: 'Hook', short_name: 'hook', bot_type: 3, payload_url: JSON.stringify(payload_url) };
    const made = succeeded(await member.post('/bots', bot));
    const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes: 'x' }));
    succeeded(
      await auditor.post('/audit/sinks', { url: 'http://127.0.0.1:9/receiver?key=hidden', format: 'ocsf', reason }),
    );
    const text = await download();
    expect(text).to.include('"payloadUrl":"http://127.0.0.1:9/').and.include('"url":"http://127.0.0.1:9/');
    expect(text).to.include('notes.txt');
    for (const secret of [
      made.api_key,
      'password@',
      'in-the-path',
      'receiver',
      'hidden',
      String(uri).split('/').at(-2),
    ])
      expect(text).to.not.include(String(secret));
    expect((await replayed(text)).size).to.be.greaterThan(0);
  });

  it('is for auditors, with a reason, recorded', async () => {
    refused(await owner.get(path, { reason }), { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' }, 403);
    expect((await auditor.get(path)).body.var_name).to.equal('reason');
    badRequest(await auditor.get(path, { reason, until: '2100-01-01' }), 'until is in the future');
    badRequest(
      await auditor.get(path, {}, { 'Audit-Reason': reason, 'Verbatim-As-User': '9' }),
      'until cannot be combined with Verbatim-As-Of or Verbatim-As-User',
    );
    const accesses = await auditor.get('/audit/events', { action: 'access.recorded', include_content: true, reason });
    expect(JSON.stringify(succeeded(accesses).records)).to.include(path);
  });
});

it('an export for a replay is one at a time, and ends if the auditor is dismissed (historyDownloadsMax)', async () => {
  const endpoint = endpoints.find(({ id }) => id === 'exportHistory');
  const accounts = new Map([[7, { active: true, keyGeneration: 0, role: 400, bot: null }]]);
  const auditors = new Map([[7, {}]]);
  const services = {
    forAuditor: false,
    eventTime: () => 0,
    read: async () => ({ position: 3 }),
    realm: () => ({ audit: { auditors }, directory: { accounts } }),
    pasts: {
      async exported() {
        return new Lines(async function* () {
          yield 'one';
          auditors.delete(7);
          yield 'two';
        });
      },
    },
  };
  const call = {
    realmId: 9,
    userId: 7,
    parameters: {},
    isStillKnown: () => true,
    gone: () => new AbortController().signal,
  };
  const asked = () => endpoint?.handle(call as never, services as never);
  const answer = await asked();
  // As many as `historyDownloadsMax`.
  const refusal = await Promise.resolve(asked()).catch((error: unknown) => error);
  expect(refusal).to.be.instanceOf(ProblemError);
  const lines: string[] = [];
  if (answer instanceof Lines) for await (const line of answer.lines(new AbortController().signal)) lines.push(line);
  expect(lines).to.deep.equal(['one']);
  expect(await asked()).to.be.instanceOf(Lines);
});
