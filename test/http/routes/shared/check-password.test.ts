import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import { passwordsOf } from '../../../../src/engine/passwords.ts';
import { openApplication } from '../../../../src/main.ts';
import type { EventLog } from '../../../../src/ports/event-log.ts';
import { limits } from '../../../../src/vocabulary/limits.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

const [attacker, office, home] = ['198.51.100.1', '198.51.100.2', '2001:db8::1'] as const;

describe('waiting password checks', () => {
  let server: TestServer;
  const computed: string[] = [];
  const ends: (() => void)[] = [];
  before(async () => {
    const compute = async (password: string): Promise<Buffer> => {
      computed.push(password);
      await new Promise<void>((end) => void ends.push(end));
      return Buffer.alloc(0);
    };
    server = await startServer(
      { VERBATIM_TRUSTED_PROXIES: '127.0.0.0/8, ::1' },
      {
        open: async (...given) => {
          const application = await openApplication(...given);
          Object.assign(application.services, {
            passwords: passwordsOf({} as EventLog, application.services.secrets, compute),
          });
          return application;
        },
      },
    );
  });
  after(() => server.stop());

  const signIn = async (from: string, username: string, password: string): Promise<number> => {
    const body = new URLSearchParams({ username, password });
    const headers = { 'X-Forwarded-For': from };
    return (await fetch(`${server.base}/api/v1/fetch_api_key`, { method: 'POST', body, headers })).status;
  };

  it('are shared by one network address only as long as nobody else has one', async () => {
    const admitted = limits.passwordHashesAtOnceMax + limits.passwordHashesWaitingMax;
    const statuses: number[] = [];
    const answers = new EventEmitter();
    const answered = async (count: number): Promise<void> => {
      while (statuses.length < count) await once(answers, 'one');
    };
    const guesses = Array.from({ length: admitted + 30 }, async (_, guess) => {
      statuses.push(await signIn(attacker, `nobody${guess}@dev.example`, 'guess'));
      answers.emit('one');
    });
    await answered(30);
    // Each of the others makes a guess give up its place.
    const others = [office, home].map((from) => signIn(from, 'somebody@dev.example', from));
    await answered(32);

    let isDone = false;
    const done = Promise.all([...guesses, ...others]).then(() => {
      isDone = true;
    });
    while (!isDone) {
      ends.shift()?.();
      await new Promise((next) => setImmediate(next));
    }
    await done;
    expect(await Promise.all(others)).to.deep.equal([403, 403]);
    expect(computed.indexOf(office)).to.be.within(limits.passwordHashesAtOnceMax, limits.passwordHashesAtOnceMax + 4);
    expect(computed.indexOf(home)).to.be.within(limits.passwordHashesAtOnceMax, limits.passwordHashesAtOnceMax + 4);
    expect(statuses.slice(0, 32).every((status) => status === 503)).to.equal(true);
    expect(statuses.slice(32).includes(503)).to.equal(false);
  });
});
