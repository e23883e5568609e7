/** The loop of `zulip-js` over events, in a process of its own because it never ends, through a kill of the server and a lost queue. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import { type Started, startHere } from '../support/start-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Prints the type of each event, and the content of each message. */
const program = `
const zulip = require('zulip-js');
(async () => {
  const { realm, username, apiKey } = process.env;
  const client = await zulip({ realm, username, apiKey });
  client.callOnEachEvent((event) => console.log(event.type + ': ' + (event.message ? event.message.content : '')), ['message']);
})();
`;

describe('callOnEachEvent of zulip-js', function () {
  this.timeout(60_000);
  const data = temporaryFolder();
  let server: Started;
  let client: ChildProcess;
  const heard: string[] = [];
  let hears: () => void = () => undefined;
  const printed = async (line: string): Promise<void> => {
    while (!heard.includes(line))
      await new Promise<void>((resolve) => {
        hears = resolve;
      });
  };
  const say = async (content: string): Promise<void> => {
    const answer = await server
      .as('admin')
      .post('/messages', { type: 'stream', to: 'general', topic: 'loop', content });
    expect(answer.status).to.equal(200);
  };
  before(async () => {
    server = await startChild(data, { VERBATIM_HEARTBEAT_SECS: '1' });
    const { email, api_key } = server.as('member').account;
    client = spawn(process.execPath, ['-e', program], {
      cwd: import.meta.dirname,
      env: { ...process.env, realm: server.base, username: email, apiKey: api_key },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (client.stdout)
      createInterface({ input: client.stdout }).on('line', (line) => {
        heard.push(line);
        hears();
      });
  });
  after(async () => {
    client.kill('SIGKILL');
    await server.kill();
  });

  it('goes on after the server was killed, and misses nothing', async () => {
    // It has a queue and polls.
    await printed('heartbeat: ');
    await say('one');
    await printed('message: one');
    const { port } = new URL(server.base);
    await server.kill();
    server = await startHere(data, { VERBATIM_HEARTBEAT_SECS: '1', VERBATIM_PORT: port });
    await say('two');
    await say('three');
    await printed('message: three');
    expect(heard.filter((line) => line.startsWith('message'))).to.deep.equal([
      'message: one',
      'message: two',
      'message: three',
    ]);
  });
});
