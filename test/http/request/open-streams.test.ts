import { expect } from 'chai';
import { OpenStreams } from '../../../src/http/request/open-streams.ts';
import { ProblemError } from '../../../src/http/response/problem.ts';
import type { RealmId, UserId } from '../../../src/vocabulary/ids.ts';
import { trailStreamsMax } from '../../../src/vocabulary/limits.ts';

describe('open streams', () => {
  it('are so many for each user, and one ends to make room for another', () => {
    const streams = new OpenStreams();
    const begin = (user: number) => streams.begin(1 as RealmId, user as UserId);
    const ends = Array.from({ length: trailStreamsMax }, () => begin(1));
    expect(() => begin(1)).to.throw(ProblemError);
    begin(2);
    ends[0]?.();
    begin(1);
    expect(() => begin(1)).to.throw(ProblemError);
  });
});
