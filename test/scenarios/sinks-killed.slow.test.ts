/** Push sinks of a service that is killed while a batch is being sent, or while users send messages. */
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import type { Loose } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { countedFrom, type Receiver, sinkReceiver } from '../support/sink-receiver.ts';
import { type Started, startHere } from '../support/start-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';

const sentBefore = 12;

describe('kill -9 while the trail is sent to a sink', function () {
  this.timeout(120_000);
  const data = temporaryFolder();
  let server: Started;
  let receiver: Receiver;
  before(async () => {
    receiver = await sinkReceiver();
    server = await startChild(data, embedded);
    const asked = { url: receiver.url, format: 'cloudevents', actions: ['message.sent'] };
    succeeded(await server.as('auditor').post('/audit/sinks', asked));
  });
  after(async () => {
    await server.kill();
    await receiver.close();
  });

  const again = async (start: (...given: Parameters<typeof startHere>) => Promise<Started>): Promise<void> => {
    await server.kill();
    server = await start(data, embedded);
  };
  const say = async (content: string): Promise<number> => {
    const message = { type: 'stream', to: 'general', topic: 'x', content };
    return Number(succeeded(await server.as('member').post('/messages', message)).id);
  };
  /** The ids of the messages of the events that were taken. */
  const delivered = (): number[] => receiver.taken().map(({ subject }) => Number(String(subject).split('/')[1]));

  it('sends the interrupted batch again, the same under the same numbers', async () => {
    receiver.answer = () => undefined;
    const id = await say('on its way');
    await receiver.until(() => receiver.deliveries.length === 1);
    // Set before the restart, which sends the batch again. Otherwise that request would stay without an answer, too.
    receiver.answer = 200;
    await again(startChild);
    await receiver.until(() => receiver.taken().length === 1);
    const [first, second] = receiver.deliveries;
    expect(second?.headers['webhook-id']).to.equal(first?.headers['webhook-id']);
    // The record may name its leaf by now.
    const named = (events: readonly Loose[] = []) => events.map(({ id: event, sequence }) => [event, sequence]);
    expect(named(second?.events)).to.deep.equal(named(first?.events));
    expect(delivered()).to.deep.equal([id]);
  });

  it('loses nothing, and assigns each number to one event', async () => {
    const before = delivered();
    const sent: number[] = [];
    for (let number = 0; number < sentBefore; number += 1) sent.push(await say(`before ${number}`));
    await again(startHere);
    sent.push(await say('after'));
    const wanted = [...before, ...sent];
    await receiver.until(() => new Set(delivered()).size === wanted.length);
    const byNumber = new Map(receiver.taken().map((event) => [Number(event.sequence), String(event.id)]));
    for (const event of receiver.taken()) expect(byNumber.get(Number(event.sequence))).to.equal(String(event.id));
    expect([...byNumber.keys()]).to.deep.equal(countedFrom(1, wanted.length));
    // Only a batch that was taken as the service was killed comes twice, and under the numbers that it had.
    expect([...new Set(delivered())]).to.deep.equal(wanted);
  });
});
