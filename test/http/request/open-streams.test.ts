import { expect } from 'chai';
import { Lines } from '../../../src/define/endpoint.ts';
import { openStreams } from '../../../src/http/request/open-streams.ts';
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

/** The signal of a client that stays. */
const stays = (): AbortSignal => new AbortController().signal;

describe('open streams', () => {
  it('are limited for each user; when one ends, another may begin (trailStreamsMax)', async () => {
    const streams = openStreams(limits.trailStreamsMax);
    const begin = (user: number) => streams(`1.${user}`, stays(), twoLines);
    const [first] = await Promise.all(Array.from({ length: limits.trailStreamsMax }, () => begin(1)));
    expect(await refusal(begin(1))).to.be.instanceOf(ProblemError);
    await begin(2);
    if (first) expect(await read(first)).to.deep.equal(['one', 'two']);
    await begin(1);
    expect(await refusal(begin(1))).to.be.instanceOf(ProblemError);
  });

  it('end if the client leaves, and if there is no answer', async () => {
    const streams = openStreams(1);
    const { lines } = await streams('1', stays(), twoLines);
    for await (const _ of lines(stays())) break;
    const failed = streams('1', stays(), () => Promise.reject(new Error('no past')));
    expect(String(await refusal(failed))).to.equal('Error: no past');
    await streams('1', stays(), twoLines);
  });

  it('that have not been read yet end if the client leaves, before or after they are made', async () => {
    const streams = openStreams(1);
    const client = new AbortController();
    const left = await streams('1', client.signal, twoLines);
    const begunTooLate = left.lines(client.signal)[Symbol.asyncIterator]();
    expect(await refusal(streams('1', stays(), twoLines))).to.be.instanceOf(ProblemError);
    client.abort();
    await streams('1', AbortSignal.abort(), twoLines);
    await streams('1', stays(), twoLines);
    expect((await begunTooLate.next()).done).to.equal(true);
    expect(await refusal(streams('1', stays(), twoLines))).to.be.instanceOf(ProblemError);
  });

  it('that are being read when the client leaves end once, when the reading ends', async () => {
    const streams = openStreams(2);
    const client = new AbortController();
    const reading = (await streams('1', client.signal, twoLines)).lines(client.signal)[Symbol.asyncIterator]();
    await reading.next();
    await streams('1', stays(), twoLines);
    client.abort();
    expect(await refusal(streams('1', stays(), twoLines))).to.be.instanceOf(ProblemError);
    await reading.return?.();
    await streams('1', stays(), twoLines);
    expect(await refusal(streams('1', stays(), twoLines))).to.be.instanceOf(ProblemError);
  });
});
