/** A client that leaves in the middle of a file: nothing failed, and the log says so. */
import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { pino } from 'pino';
import { succeeded } from '../support/expect-answer.ts';
import { postFiles } from '../support/files-over-http.ts';
import { startServer } from '../support/server.ts';

describe('a download that its client breaks off', () => {
  it('is told as a client that left, and not as an error', async () => {
    let told = (_line: { level: number; msg: string }): void => {};
    const ended = new Promise<{ level: number; msg: string }>((resolve) => {
      told = resolve;
    });
    const write = (line: string): void => {
      const { level, msg } = JSON.parse(line);
      if (/outside its handler|client left/.test(msg)) told({ level, msg });
    };
    const server = await startServer({}, { logger: pino({ level: 'info' }, { write }) });
    const member = server.as('member');
    const bytes = 'x'.repeat(8 * 1024 * 1024);
    const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes, name: 'large.txt' }));
    const auth = `${member.account.email}:${member.account.api_key}`;
    const asked = request(`${server.base}${uri}`, { auth });
    asked.end();
    const [answer] = await once(asked, 'response');
    await once(answer, 'data');
    asked.destroy();
    expect(await ended).to.deep.equal({ level: 30, msg: 'a client left while it was answered' });
    await server.stop();
  });
});
