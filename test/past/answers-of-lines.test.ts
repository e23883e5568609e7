/** A replica stays at its moment from the time when an answer of lines is made until it has been read. */
import { expect } from 'chai';
import { Lines } from '../../src/define/endpoint.ts';
import { ndjson } from '../../src/http/response/lines.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { made, question } from './stub-replicas.ts';

/** Long enough for a request that need not wait. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

const client = () => {
  const gone = new AbortController();
  const read = ({ lines }: Lines) => lines(gone.signal)[Symbol.asyncIterator]();
  return { gone: gone.signal, read, leave: () => gone.abort() };
};

const pool = () => {
  const { pasts, replicas, at } = made();
  const linesAt = async (position: number, gone: AbortSignal): Promise<Lines> => {
    const viewing = { accept: ndjson } as never;
    const { answer } = await pasts.ask({ ...question(position), viewing, gone });
    if (!(answer instanceof Lines)) throw new Error('not lines');
    return answer;
  };
  const exported = (gone: AbortSignal): Promise<Lines> =>
    pasts.exported({ ...question(0), upTo: { position: 900 }, gone });
  /** Uses all replicas of the organization but the one at 100. */
  const othersInUse = async (): Promise<void> => {
    for (let other = 1; other < limits.pastsOfOrganizationMax; other += 1) await linesAt(100 - other, client().gone);
  };
  return { pasts, replicas, at, linesAt, exported, othersInUse };
};

describe('answers of lines of the past', () => {
  it('are read at their moment, even if a request for a later one waits before the first line is read', async () => {
    const { pasts, at, linesAt, othersInUse } = pool();
    const reader = client();
    const reading = reader.read(await linesAt(100, reader.gone));
    await othersInUse();
    const later = at(500);
    await turns();
    expect(await reading.next()).to.deep.equal({ done: false, value: 'read at 100' });
    await turns();
    expect(await reading.next()).to.deep.equal({ done: false, value: 'read at 100' });
    await reading.return?.();
    expect(await later).to.deep.equal({ at: 500 });
    await pasts.close();
  });

  it('that are exports keep their replica in the same way', async () => {
    const { pasts, replicas, at, exported, linesAt } = pool();
    const reader = client();
    const reading = reader.read(await exported(reader.gone));
    for (let other = 1; other < limits.pastsOfOrganizationMax; other += 1) await linesAt(90 - other, client().gone);
    const later = at(500);
    await turns();
    expect((await reading.next()).value).to.equal('read at 0');
    expect(replicas[0]?.held.size).to.equal(1);
    await reading.return?.();
    expect(await later).to.deep.equal({ at: 500 });
    expect(replicas[0]?.held.size).to.equal(0);
    await pasts.close();
  });

  it('that nobody reads are ended when the client is gone, in the replica too, and can no longer be read', async () => {
    const { pasts, replicas, at, linesAt, othersInUse } = pool();
    const reader = client();
    const lines = await linesAt(100, reader.gone);
    const begunTooLate = reader.read(lines);
    await othersInUse();
    const later = at(500);
    await turns();
    expect(replicas[0]?.position).to.equal(100);
    reader.leave();
    expect(await later).to.deep.equal({ at: 500 });
    expect(replicas[0]?.held.size).to.equal(0);
    for (const reading of [begunTooLate, reader.read(lines)]) expect((await reading.next()).done).to.equal(true);
    await pasts.close();
  });

  it('whose client is gone before they are made do not keep the replica', async () => {
    const { pasts, replicas, at, linesAt, othersInUse } = pool();
    const reader = client();
    const made = linesAt(100, reader.gone);
    while (replicas[0]?.held.size !== 1) await null;
    reader.leave();
    await made;
    await othersInUse();
    expect(await at(500)).to.deep.equal({ at: 500 });
    expect(replicas[0].held.size).to.equal(0);
    await pasts.close();
  });

  it('release their replica once, also if their client leaves after they were read', async () => {
    const { pasts, at, linesAt, othersInUse } = pool();
    const first = client();
    const second = client();
    const read = first.read(await linesAt(100, first.gone));
    const reading = second.read(await linesAt(100, second.gone));
    await othersInUse();
    await read.next();
    await read.return?.();
    first.leave();
    const later = at(500);
    await turns();
    expect((await reading.next()).value).to.equal('read at 100');
    await reading.return?.();
    expect(await later).to.deep.equal({ at: 500 });
    await pasts.close();
  });
});
