/** Senders that repeat each message under its key until it is answered, while the process is killed: each message is sent once. */
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import { list } from '../support/client.ts';
import { type Started, startHere } from '../support/start-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const senders = 16;
const messagesOfEach = 10;
/** The number of answers after which the process is killed. */
const killAfter = 80;

describe('kill -9 while messages are sent under idempotency keys', function () {
  this.timeout(120_000);
  const data = temporaryFolder();
  let server: Started;
  before(async () => {
    server = await startChild(data);
  });
  after(() => server.kill());

  it('sends each of them once', async () => {
    const ids = new Map<string, number>();
    /** Resolves when the server runs again. */
    let running = Promise.resolve();
    const killed = async (): Promise<void> => {
      await server.kill();
      server = await startHere(data);
    };
    const sendAll = async (sender: number): Promise<void> => {
      for (let number = 0; number < messagesOfEach; number += 1) {
        const content = `message ${sender}.${number}`;
        const message = { type: 'stream', to: 'general', topic: 'once', content };
        for (let isSent = false; !isSent; ) {
          await running;
          const answer = await server
            .as('member')
            .post('/messages', message, { 'Idempotency-Key': content })
            .catch(() => undefined);
          isSent = answer?.status === 200;
          if (answer && !isSent) expect(answer.status, JSON.stringify(answer.body)).to.equal(503);
          if (isSent) ids.set(content, Number(answer?.body.id));
          if (isSent && ids.size === killAfter) running = killed();
        }
      }
    };
    await Promise.all(Array.from({ length: senders }, (_, sender) => sendAll(sender)));
    const narrow = [{ operator: 'topic', operand: 'once' }];
    const answer = await server
      .as('admin')
      .get('/messages', { anchor: 0, num_before: 0, num_after: 4999, apply_markdown: false, narrow });
    const listed = list(answer.body.messages).map(({ id, content }): [string, number] => [String(content), Number(id)]);
    expect(listed).to.have.length(senders * messagesOfEach);
    expect(new Map(listed)).to.deep.equal(ids);
  });
});
