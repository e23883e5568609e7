import { expect } from 'chai';
import { openLogFile } from '../../../src/adapters/lmdb/log-file.ts';
import { logInParts } from '../../../src/adapters/lmdb/log-in-parts.ts';
import { placeEvent, serializeEvent } from '../../../src/adapters/lmdb/stored-event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { PlacedEvent } from './part-work.ts';

const module = new URL('part-work.ts', import.meta.url).href;
const events = 3_500;

describe('the embedded log in parts', () => {
  let path: string;
  before(async () => {
    path = `${temporaryFolder()}/log-1.mdb`;
    const file = openLogFile(path, { durable: false });
    await file.write(
      Array.from({ length: events }, (_, at) => {
        const stream = at % 7 === 0 ? `other-1.${at}` : `message-1.${at}`;
        const json = placeEvent(stream, 0, serializeEvent({ id: `${at}`, type: 'Said', data: { at }, metadata: {} }));
        // The place of one of them was changed in the index.
        return { position: at + 1, stream: at === 2_000 ? 'message-1.x' : stream, revision: 0, json };
      }),
    );
    await file.close();
  });

  const readInParts = async (threads: number, failing?: string): Promise<PlacedEvent[]> => {
    const file = openLogFile(path, { readOnly: true });
    const order = { module, input: { failing }, prefixes: ['message-1.'] };
    const all: PlacedEvent[] = [];
    try {
      for await (const part of logInParts(file, order, () => threads)) all.push(...(part as PlacedEvent[]));
    } finally {
      await file.leave();
    }
    return all;
  };

  for (const threads of [0, 1, 2])
    it(`gives the results in the order of the log, each event once (${threads} further threads)`, async () => {
      const all = await readInParts(threads);
      const wanted = Array.from({ length: events }, (_, at) => at).filter((at) => at % 7 !== 0);
      expect(all.map(({ id }) => id)).to.deep.equal(wanted.map(String));
      expect(all.filter(({ isPlaced }) => !isPlaced).map(({ id }) => id)).to.deep.equal(['2000']);
    });

  it('ends with the failure of a worker', async () => {
    for (const threads of [0, 2]) {
      const error = await readInParts(threads, '1500').catch((reason: unknown) => reason);
      expect(String(error)).to.contain('no word about 1500');
    }
  });
});
