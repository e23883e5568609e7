import { expect } from 'chai';
import type { Followed } from '../../../src/engine/follow/follower.ts';
import { News } from '../../../src/engine/follow/news.ts';
import type { RealmId } from '../../../src/vocabulary/ids.ts';

const happens = (news: News, realmId: number): void => news.see({ event: { realmId } } as unknown as Followed);
const never = new AbortController().signal;

describe('news', () => {
  it('wakes callers that wait for an event of their organization', async () => {
    const news = new News();
    const woken: number[] = [];
    const waits = [1, 1, 2].map((realm) => news.next(realm as RealmId, never).then(() => woken.push(realm)));
    happens(news, 1);
    await Promise.all(waits.slice(0, 2));
    expect(woken).to.deep.equal([1, 1]);
    happens(news, 2);
    await waits[2];
    expect(woken).to.deep.equal([1, 1, 2]);
  });

  it('releases waiters that have left, and all when the service stops', async () => {
    const news = new News();
    const gone = new AbortController();
    const [left, stays] = [news.next(1 as RealmId, gone.signal), news.next(1 as RealmId, never)];
    gone.abort();
    await left;
    news.close();
    await stays;
    expect(news.isClosed).to.equal(true);
    await news.next(1 as RealmId, never);
    await new News().next(1 as RealmId, AbortSignal.abort());
  });

  it('ends a rest after its time, and earlier for a caller that has left and when the service stops', async () => {
    const news = new News();
    await news.rest(1, never);
    const long = 2 ** 31 - 1;
    const gone = new AbortController();
    const [left, stays] = [news.rest(long, gone.signal), news.rest(long, never)];
    gone.abort();
    await left;
    news.close();
    await stays;
    await news.rest(long, never);
    await new News().rest(long, AbortSignal.abort());
  });
});
