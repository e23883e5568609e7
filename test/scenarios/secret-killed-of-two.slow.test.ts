/**
 * The secret is replaced in two processes over one EventStoreDB, and the one that replaces it is killed after each event that it appends,
 * before it hears that the event was written. Every key works or is refused as docs/operations.md says, and the same command continues.
 */
import { once } from 'node:events';
import { expect } from 'chai';
import { printedBy } from '../cli/typed.ts';
import { connectionStringOf, type EventStoreServer, startEventStoreServer } from '../servers/eventstoredb/server.ts';
import { EventStore } from '../servers/eventstoredb/store.ts';
import { type ChildServer, startChild } from '../support/child-server.ts';
import { type Client, clientOf } from '../support/client.ts';
import { type ServedHere, serveHere } from '../support/serve-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const former = 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A';
const next = 'Zt5bR1y7Mk4UpXd2Qw8Hn3Ce0Fj6Vg9L';

/** Calls `onAppended` with the types of the events when they are written, before anybody is answered. */
class WatchedStore extends EventStore {
  onAppended: (types: readonly string[]) => void = () => undefined;

  override append(...given: Parameters<EventStore['append']>) {
    const appended = super.append(...given);
    if (appended.result === 'success') this.onAppended(given[2].map(({ type }) => type));
    return appended;
  }
}

describe('a replacement of the secret in two processes, one of which is killed in the middle', function () {
  this.timeout(180_000);
  const store = new WatchedStore();
  const [dataOfA, dataOfB] = [temporaryFolder(), temporaryFolder()];
  let log: EventStoreServer;
  let a: ChildServer;
  /** A after it was killed for the last time. */
  let lastA: ServedHere | undefined;
  /** In the process of the tests. */
  let b: ServedHere;
  const envWith = (secret: string, replacement: string) => ({
    VERBATIM_EVENT_LOG: connectionStringOf(log.port),
    VERBATIM_EVENT_LOG_NAMESPACE: '',
    VERBATIM_READ_STORE: 'embedded',
    VERBATIM_SECRET: secret,
    VERBATIM_SECRET_NEXT: replacement,
  });
  const both = () => envWith(former, next);

  before(async () => {
    log = await startEventStoreServer({ store });
    a = await startChild(dataOfA, both());
    b = await serveHere(dataOfB, both());
  });
  after(async () => {
    await Promise.all([a.kill(), lastA?.kill(), b.kill()]);
    await log.kill();
  });

  /** `verbatim secret …` given to A, which is killed when it has appended an event of this type. */
  async function killedAfter(type: string, what: 'replace' | 'finish'): Promise<void> {
    const died = once(a.process, 'exit');
    store.onAppended = (types) => void (types.includes(type) && a.process.kill('SIGKILL'));
    const { code } = await secretCommand(dataOfA, what);
    await died;
    store.onAppended = () => undefined;
    expect(code, `killed after ${type}`).not.to.equal(0);
  }

  /** In this process, which asks the service in the other. */
  const secretCommand = (data: string, what: 'replace' | 'finish') =>
    printedBy(`secret ${what}`, { ...both(), VERBATIM_DATA: data });

  const at = (server: () => ServedHere, client: Client, key: string): Client =>
    clientOf(() => server().base, { ...client.account, api_key: key });
  const onA = () => lastA ?? a;
  const onB = () => b;
  const statusOf = async (client: Client): Promise<number> => (await client.get('/users/me')).status;
  const keyOn = async (server: () => ServedHere, { account }: Client): Promise<string> => {
    const body = new URLSearchParams({ username: account.email });
    const response = await fetch(`${server().base}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
    return String(((await response.json()) as { api_key?: string }).api_key);
  };
  /** A start that fails, in this process. */
  const serveWith = (secret: string, replacement: string) =>
    printedBy('serve', { ...envWith(secret, replacement), VERBATIM_DATA: dataOfA, VERBATIM_PORT: '0' });
  const user = (email: string) => ({ email, full_name: 'Newcomer', password: 'a long enough passphrase 41' });

  let member: Client;
  let owner: Client;
  const keys = { former: '', next: '' };
  const ownerKeys = { former: '', next: '' };

  /** Both keys on these processes. */
  async function expectKeys(servers: readonly (() => ServedHere)[], expected: { former: number; next: number }) {
    for (const server of servers) {
      // Before a key is refused the process reads the log to its end.
      expect(await statusOf(at(server, member, `${keys.former.slice(0, 31)}!`))).to.equal(401);
      const found = {
        former: await statusOf(at(server, member, keys.former)),
        next: await statusOf(at(server, member, keys.next)),
      };
      expect(found).to.deep.equal(expected);
    }
  }

  it('keeps all keys if it is killed after the secret is replaced, before any address is carried over', async () => {
    [member, owner] = [a.as('member'), a.as('owner')];
    [keys.former, ownerKeys.former] = [member.account.api_key, owner.account.api_key];
    expect(await keyOn(onB, member)).to.equal(keys.former);
    await killedAfter('SecretReplaced', 'replace');
    expect(await statusOf(at(onB, member, `${keys.former.slice(0, 31)}!`))).to.equal(401);
    [keys.next, ownerKeys.next] = [await keyOn(onB, member), await keyOn(onB, owner)];
    expect(keys.next).not.to.equal(keys.former);
    await expectKeys([onB], { former: 200, next: 200 });
    const again = await at(onB, owner, ownerKeys.next).post('/users', user(member.account.email));
    expect(again.body.msg).to.match(/already in use/);
    const came = await at(onB, owner, ownerKeys.former).post('/users', user('between@dev.example'));
    expect(came.status, JSON.stringify(came.body)).to.equal(200);
  });

  it('needs both secrets for a start then', async () => {
    const [onlyFormer, onlyNext] = [await serveWith(former, ''), await serveWith(next, '')];
    expect([onlyFormer.code, onlyNext.code]).to.deep.equal([1, 1]);
    expect(onlyFormer.output).to.include('not the one that this log was written under');
    expect(onlyNext.output).to.include('the former one is missing');
    a = await startChild(dataOfA, both());
    await expectKeys([onA, onB], { former: 200, next: 200 });
  });

  it('keeps all keys if it is killed while addresses are carried over, and continues when it is run again', async () => {
    await killedAfter('AddressesCarriedOver', 'replace');
    await expectKeys([onB], { former: 200, next: 200 });
    const { code, output } = await secretCommand(dataOfB, 'replace');
    expect(code, output).to.equal(0);
    expect(output).to.match(/addresses=0/);
    a = await startChild(dataOfA, both());
    await expectKeys([onA, onB], { former: 200, next: 200 });
    for (const server of [onA, onB]) {
      const again = await at(server, owner, ownerKeys.next).post('/users', user(member.account.email));
      expect(again.body.msg).to.match(/already in use/);
    }
  });

  it('ends the former secret in both processes if one is killed when that is recorded', async () => {
    await killedAfter('SecretEnded', 'finish');
    await expectKeys([onB], { former: 401, next: 200 });
    const { code, output } = await secretCommand(dataOfB, 'finish');
    expect(code, output).not.to.equal(0);
    expect(output).to.match(/not being replaced/);
    const onlyFormer = await serveWith(former, '');
    expect(onlyFormer.code).to.equal(1);
    expect(onlyFormer.output).to.include('not the one that this log was written under');
    lastA = await serveHere(dataOfA, envWith(next, ''));
    await expectKeys([onA, onB], { former: 401, next: 200 });
  });

  it('knows everybody by their addresses afterwards, including those who joined in the meantime', async () => {
    for (const server of [onA, onB]) {
      expect(await keyOn(server, member)).to.equal(keys.next);
      for (const email of [member.account.email, 'between@dev.example']) {
        const again = await at(server, owner, ownerKeys.next).post('/users', user(email));
        expect(again.body.msg).to.match(/already in use/);
      }
    }
  });
});
