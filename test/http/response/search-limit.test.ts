import { expect } from 'chai';
import { PerKey, Semaphore } from '../../../src/define/mutex.ts';
import { ClientGone } from '../../../src/http/request/body-errors.ts';
import { SearchLimit } from '../../../src/http/response/search-limit.ts';
import { endpoints } from '../../../src/http/routes/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

const contextOf = (destroyed: boolean) => ({ req: { socket: { destroyed } } }) as never;
const nextTurn = (): Promise<void> => new Promise((next) => setImmediate(next));

describe('requests that may search all messages', () => {
  it('are handled a few at a time for one user, while those of others do not wait, and not for clients that have left (searchesOfUserAtOnceMax)', async () => {
    const searches = new SearchLimit();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (payer: string, isGone = false): Promise<unknown> =>
      searches
        .run(contextOf(isGone), payer, () => {
          begun.push(payer);
          return new Promise((end) => void ends.push(end));
        })
        .catch((error: unknown) => error);
    const greedy = Array.from({ length: limits.searchesOfUserAtOnceMax }, () => ask('greedy'));
    const gone = ask('greedy', true);
    const last = ask('greedy');
    const other = ask('other');
    await nextTurn();
    expect(begun).to.deep.equal([...Array(limits.searchesOfUserAtOnceMax).fill('greedy'), 'other']);
    ends.shift()?.();
    expect(await gone).to.be.instanceOf(ClientGone);
    await nextTurn();
    expect(begun.filter((payer) => payer === 'greedy')).to.have.length(limits.searchesOfUserAtOnceMax + 1);
    for (const end of ends) end();
    await Promise.all([...greedy, last, other]);
  });

  it('are handled a few at a time for one organization, whose users take turns, while others do not wait (searchesOfOrganizationAtOnceMax)', async () => {
    const searches = new SearchLimit();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (payer: string): Promise<unknown> =>
      searches.run(contextOf(false), payer, () => {
        begun.push(payer);
        return new Promise((end) => void ends.push(end));
      });
    const many = Array.from({ length: limits.searchesOfOrganizationAtOnceMax }, (_, user) => ask(`1.${user}`));
    const waiting = [ask('1.0'), ask('1.0'), ask('1.99'), ask('2.0')];
    await nextTurn();
    expect(begun).to.have.length(limits.searchesOfOrganizationAtOnceMax + 1);
    expect(begun.at(-1)).to.equal('2.0');
    for (let ended = 0; ended < 3; ended += 1) {
      ends.shift()?.();
      await nextTurn();
    }
    expect(begun.slice(-3)).to.deep.equal(['1.0', '1.99', '1.0']);
    for (const end of ends) end();
    await Promise.all([...many, ...waiting]);
  });

  it('leave nothing running, even if they fail', async () => {
    const permits = new PerKey(() => new Semaphore(1));
    const failing = permits.use('a', (one) => one.run(() => Promise.reject(new Error('no'))));
    const following = permits.use('a', (one) => one.run(async () => permits.keys().length));
    expect(await failing.then(String, String)).to.equal('Error: no');
    expect(await following).to.equal(1);
    expect(permits.keys().length).to.equal(0);
  });

  it('are lists of messages, the history of a message, and searches of the trail', () => {
    const declared = endpoints.filter(({ searches }) => searches).map(({ id }) => id);
    expect(declared).to.have.members([
      ...['getMessages', 'matchesNarrow', 'getMessageHistory'],
      ...['getAuditEvents', 'getAuditCounts', 'getAuditObject'],
    ]);
  });
});
