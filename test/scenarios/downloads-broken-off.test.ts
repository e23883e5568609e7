/** Downloads that break off: because the client leaves, or because the file was changed on the disk. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { expect } from 'chai';
import { pino } from 'pino';
import { type HttpOptions, timeouts } from '../../src/http/server.ts';
import { authorizationOf } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { filesHolding } from '../support/files-holding.ts';
import { postFiles } from '../support/files-over-http.ts';
import { startServer } from '../support/server.ts';
import { withResolvers } from '../support/with-resolvers.ts';

type LogLine = { readonly level: number; readonly msg: string };
const left: LogLine = { level: 20, msg: 'a client left while it was answered' };

/** A download of a large file, and the log entry when it breaks off. */
async function asking(http: HttpOptions = {}) {
  const { promise: ended, resolve: onLine } = withResolvers<LogLine>();
  const write = (line: string): void => {
    const { level, msg } = JSON.parse(line);
    if (/outside its handler|client left/.test(msg)) onLine({ level, msg });
  };
  const server = await startServer({}, { logger: pino({ level: 'debug' }, { write }), http });
  const member = server.as('member');
  const bytes = 'x'.repeat(16 * 1024 * 1024);
  const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes, name: 'large.txt' }));
  const auth = `${member.account.email}:${member.account.api_key}`;
  const asked = request(`${server.base}${uri}`, { auth });
  asked.end();
  return { server, asked, ended };
}

describe('a download that its client aborts', () => {
  it('is logged as a client that left, and not as an error', async () => {
    const { server, asked, ended } = await asking();
    const [answer] = await once(asked, 'response');
    await once(answer, 'data');
    asked.destroy();
    expect(await ended).to.deep.equal(left);
    await server.stop();
  });

  it('ends for a client that reads nothing for long', async () => {
    const { server, asked, ended } = await asking({ timeouts: { ...timeouts, stalled: 50 } });
    // Nothing of the answer is read. On a busy machine the connection ends before its beginning is.
    asked.on('response', () => undefined).on('error', () => undefined);
    expect(await ended).to.deep.equal(left);
    asked.destroy();
    await server.stop();
  });
});

describe('a download of a file that somebody changed on the disk', () => {
  it('breaks off, so that it is not mistaken for the uploaded file', async () => {
    const errors: { err?: { type?: string } }[] = [];
    const write = (line: string): void => void errors.push(JSON.parse(line));
    const server = await startServer({}, { logger: pino({ level: 'error' }, { write }) });
    const member = server.as('member');
    const headers = { authorization: authorizationOf(member) };
    const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes: 'I owe you 100' }));
    const address = `${server.base}${uri}`;
    expect(await (await fetch(address, { headers })).text()).to.equal('I owe you 100');
    const [path = ''] = filesHolding(`${server.data}/uploads`, 'I owe you 100');
    for (const changed of ['I owe you 999', 'I owe you 1', 'I owe you 1000']) {
      writeFileSync(path, changed);
      const got = await fetch(address, { headers })
        .then((answer) => answer.text())
        .catch((error: Error) => error.name);
      expect(got, changed).to.equal('TypeError');
    }
    expect(errors.map(({ err }) => err?.type)).to.deep.equal(['FileChanged', 'FileChanged', 'FileChanged']);
    await server.stop();
  });

  it('breaks off instead of waiting for missing bytes of a range', async () => {
    const server = await startServer();
    const member = server.as('member');
    const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes: 'I owe you 100' }));
    const [path = ''] = filesHolding(`${server.data}/uploads`, 'I owe you 100');
    writeFileSync(path, 'I owe you');
    const headers = { authorization: authorizationOf(member), range: 'bytes=6-12' };
    const got = await fetch(`${server.base}${uri}`, { headers })
      .then((answer) => answer.text())
      .catch((error: Error) => error.name);
    expect(got).to.equal('TypeError');
    await server.stop();
  });
});
