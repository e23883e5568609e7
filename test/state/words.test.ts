import { expect } from 'chai';
import { emptyRealm } from '../../src/state/realm-state.ts';
import { wordsStream, wordsStreams } from '../../src/state/words.ts';
import type { RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';

describe('the log streams of what users write in their status', () => {
  const [realm, user] = [1 as RealmId, 3 as UserId];
  const stream = (part: number) => logStream.words(realm, user, part);
  const upTo = (...newest: number[]) => ({
    revisions: new Map(newest.map((revision, part) => [stream(part), revision])),
  });

  it('begin with the first event, and a new one begins when one is full (wordsEventsMax)', () => {
    expect(wordsStreams(upTo(), realm, user)).to.deep.equal([]);
    expect(wordsStream(upTo(), realm, user)).to.equal(stream(0));
    expect(wordsStream(upTo(limits.wordsEventsMax - 2), realm, user)).to.equal(stream(0));
    expect(wordsStream(upTo(limits.wordsEventsMax - 1), realm, user)).to.equal(stream(1));
    expect(wordsStream(upTo(limits.wordsEventsMax - 1, 5), realm, user)).to.equal(stream(1));
    expect(wordsStreams(upTo(limits.wordsEventsMax - 1, 5), realm, user)).to.deep.equal([stream(0), stream(1)]);
    expect(wordsStream(emptyRealm(realm), realm, user)).to.equal(stream(0));
  });
});
