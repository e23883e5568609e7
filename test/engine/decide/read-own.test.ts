import { expect } from 'chai';
import { readOwn } from '../../../src/engine/decide/read-own.ts';
import { messageAggregate, messageHistoryAggregate } from '../../../src/state/message.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { realmId, recorded } from '../../support/given.ts';
import { edits, inTopic, says } from '../../support/past-events.ts';
import { stubLog } from '../../support/stub-log.ts';

const stream = logStream.message(realmId, 1 as MessageId);
const place = inTopic(1, 'a');
const withEdits = (count: number) =>
  recorded([says(1, 2, place), ...Array.from({ length: count }, (_, at) => edits(1, 2, place, `v${at}`, 'x'))]);

describe('reading the log stream of an aggregate', () => {
  for (const count of [0, 1, 2, 63, 64, 200])
    it(`gives all of ${count + 1} events, or the first and the last of them`, async () => {
      const events = withEdits(count);
      const { log, read } = stubLog(events);
      expect((await readOwn(log, stream, messageHistoryAggregate)).map(({ id }) => id)).to.deep.equal(
        events.map(({ id }) => id),
      );
      expect(Math.max(...read)).to.be.at.most(64);
      read.length = 0;
      const ends = events.filter((_, at) => at === 0 || at === count);
      expect((await readOwn(log, stream, messageAggregate)).map(({ id }) => id)).to.deep.equal(
        ends.map(({ id }) => id),
      );
      expect(read.reduce((sum, one) => sum + one, 0)).to.be.at.most(3);
    });

  it('gives nothing of a log stream that does not exist', async () => {
    const { log } = stubLog([]);
    expect(await readOwn(log, stream, messageAggregate)).to.deep.equal([]);
    expect(await readOwn(log, stream, messageHistoryAggregate)).to.deep.equal([]);
  });
});
