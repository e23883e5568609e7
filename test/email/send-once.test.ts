import { expect } from 'chai';
import { sendOnce } from '../../src/email/send-once.ts';
import { FairSemaphore } from '../../src/engine/fair-semaphore.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';

const email = { to: 'a@x.example', subject: 's', text: 't', id: 'x' };
const never = new AbortController().signal;
const realm = 1 as RealmId;
const permitsOf = (atOnce: number) => new FairSemaphore(atOnce);

/** `left`: how many times there is something to send. */
function sending({ fails = 0, refuses = false, isFirst = true, left = 9 } = {}) {
  const done: string[] = [];
  let failures = fails;
  const mailer = {
    async assertReachable() {
      done.push('asked');
      failures -= 1;
      if (failures >= 0) throw new Error('away');
    },
    async send() {
      done.push('sent');
      if (refuses) throw new Error('refused');
    },
    close: () => undefined,
  };
  const warn = () => void done.push('warned');
  const quiet = () => undefined;
  const logger = { debug: quiet, info: quiet, warn, error: quiet };
  const record = async () => {
    done.push('recorded');
    return isFirst;
  };
  const prepare = async () => (left-- > 0 ? { email, record } : undefined);
  const run = (signal = never) =>
    sendOnce({ mailer, logger, permits: permitsOf(1), pausesMs: [1] }, prepare, { realm }, signal);
  return { done, run };
}

describe('sending an e-mail once', () => {
  it('records it before it is sent', async () => {
    const { done, run } = sending();
    await run();
    expect(done).to.deep.equal(['asked', 'recorded', 'sent']);
  });

  it('sends nothing that is recorded already', async () => {
    const { done, run } = sending({ isFirst: false });
    await run();
    expect(done).to.deep.equal(['asked', 'recorded']);
  });

  it('waits for a server that is out of reach, before it is recorded', async () => {
    const { done, run } = sending({ fails: 2 });
    await run();
    expect(done).to.deep.equal(['asked', 'warned', 'asked', 'warned', 'asked', 'recorded', 'sent']);
  });

  it('sends nothing if nothing is left to send when the server can be reached', async () => {
    const { done, run } = sending({ fails: 2, left: 2 });
    await run();
    expect(done).to.deep.equal(['asked', 'warned', 'asked', 'warned']);
  });

  it('sends nothing if nothing was left to send while the server was asked', async () => {
    const { done, run } = sending({ left: 1 });
    await run();
    expect(done).to.deep.equal(['asked']);
  });

  it('records nothing if the process stops in the meantime', async () => {
    const { done, run } = sending({ fails: 1 });
    const stopped = AbortSignal.abort();
    expect(await run(stopped).catch((error: Error) => error.name)).to.equal('AbortError');
    expect(done).not.to.include('recorded');
  });

  it('does not send an e-mail again that the server refused', async () => {
    const { done, run } = sending({ refuses: true });
    await run();
    expect(done).to.deep.equal(['asked', 'recorded', 'sent', 'warned']);
  });

  it('records as many as are being sent, and organizations take turns', async () => {
    const recorded: string[] = [];
    const ends: (() => void)[] = [];
    const mailer = {
      assertReachable: async () => undefined,
      send: () => new Promise<void>((end) => void ends.push(end)),
      close: () => undefined,
    };
    const quiet = () => undefined;
    const parts = { mailer, logger: { debug: quiet, info: quiet, warn: quiet, error: quiet }, permits: permitsOf(2) };
    const stop = new AbortController();
    const sent = (realmId: number, name: string): Promise<unknown> => {
      const record = async () => Boolean(recorded.push(name));
      const facts = { realm: realmId as RealmId };
      return sendOnce(parts, async () => ({ email, record }), facts, stop.signal).catch((error: Error) => error.name);
    };
    const all = [...['a', 'b', 'c', 'd'].map((name) => sent(1, name)), sent(2, 'e')];
    const nextTurn = (): Promise<void> => new Promise((next) => setImmediate(next));
    await nextTurn();
    expect(recorded).to.deep.equal(['a', 'b']);
    for (let ended = 0; ended < 2; ended += 1) {
      ends.shift()?.();
      await nextTurn();
    }
    expect(recorded).to.deep.equal(['a', 'b', 'c', 'e']);
    stop.abort();
    for (const end of ends) end();
    expect(await Promise.all(all)).to.deep.equal([undefined, undefined, undefined, 'AbortError', undefined]);
    expect(recorded).not.to.include('d');
  });
});
