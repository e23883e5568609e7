import { expect } from 'chai';
import { Lines } from '../../../src/define/endpoint.ts';
import { OpenStreams } from '../../../src/http/request/open-streams.ts';
import { ProblemError } from '../../../src/http/response/problem.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

const twoLines = (): Lines =>
  new Lines(async function* () {
    yield 'one';
    yield 'two';
  });
const read = async ({ lines }: Lines): Promise<string[]> => {
  const all: string[] = [];
  for await (const line of lines(new AbortController().signal)) all.push(line);
  return all;
};
const refusal = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);

describe('open streams', () => {
  it('are limited for each user; one ends to make room for another', async () => {
    const streams = new OpenStreams(limits.trailStreamsMax);
    const begin = (user: number) => streams.during(`1.${user}`, twoLines);
    const [first] = await Promise.all(Array.from({ length: limits.trailStreamsMax }, () => begin(1)));
    expect(await refusal(begin(1))).to.be.instanceOf(ProblemError);
    await begin(2);
    if (first) expect(await read(first)).to.deep.equal(['one', 'two']);
    await begin(1);
    expect(await refusal(begin(1))).to.be.instanceOf(ProblemError);
  });

  it('end if the client leaves, and if there is no answer', async () => {
    const streams = new OpenStreams(1);
    const { lines } = await streams.during('1', twoLines);
    for await (const _ of lines(new AbortController().signal)) break;
    const failed = streams.during('1', () => Promise.reject(new Error('no past')));
    expect(String(await refusal(failed))).to.equal('Error: no past');
    await streams.during('1', twoLines);
  });
});
