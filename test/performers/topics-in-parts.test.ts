import { expect } from 'chai';
import type { Check } from '../../src/define/command.ts';
import { onWholeTopicsBy, shareTopic } from '../../src/performers/topics-in-parts.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded } from '../support/given.ts';
import { inTopic, moves, sends } from '../support/past-events.ts';

const eventOf = (given: Given): DomainEvent => recorded([given])[0] as DomainEvent;
const move = (from: string, to: string, toChannel = 1): DomainEvent =>
  eventOf(moves(1, { channel: 1, topic: from }, { channel: toChannel, topic: to }, 'all'));
const deletion = (topic: string): DomainEvent => {
  const data = { channelId: 1, topic, messageIds: [1] } as never;
  return eventOf(happened(logStream.topics(realmId), 'TopicDeletionRequested', data));
};

describe('earlier events with a topic in common', () => {
  it('are moves out of it or into it, and deletions', () => {
    const about = (topic: string) => shareTopic(move('A', 'b'), deletion(topic));
    expect(['a', 'B', 'c'].map(about)).to.deep.equal([true, true, false]);
    expect(shareTopic(move('a', 'b'), move('c', 'a'))).to.equal(true);
    expect(shareTopic(move('a', 'b', 2), deletion('b'))).to.equal(false);
    expect(shareTopic(eventOf(sends(1, 4, inTopic(1, 'a'))), deletion('a'))).to.equal(false);
  });
});

describe('a command about whole topics', () => {
  const earlier = new Set<DomainEvent>();
  const asked: number[] = [];
  const runner = {
    isUnfinished: (_: number, concerns: (event: never) => boolean) =>
      [...earlier].some((one) => concerns(one as never)),
    finished: async (_: number, concerns: (event: never) => boolean, waitMs: number) => {
      asked.push(waitMs);
      for (const one of earlier) if (concerns(one as never)) earlier.delete(one);
    },
  };
  const deciding = (...decisions: DomainEvent[]) => {
    const ran: DomainEvent[] = [];
    const run = async (check: Check): Promise<readonly DomainEvent[]> => {
      for (const decided of decisions) {
        ran.push(decided);
        check([{ stream: logStream.topics(realmId), events: [decided] }]);
      }
      return ran;
    };
    return onWholeTopicsBy(runner)({ realmId }, run);
  };
  beforeEach(() => {
    earlier.clear();
    asked.length = 0;
  });

  it('waits for an earlier one with a topic in common, for a limited time, and is decided again (topicWaitMsMax)', async () => {
    earlier.add(move('a', 'b'));
    expect(await deciding(move('b', 'c'))).to.have.length(2);
    expect(asked).to.have.length(1);
    expect(asked[0]).to.be.within(1, limits.topicWaitMsMax);
  });

  it('does not wait for other topics', async () => {
    earlier.add(move('a', 'b'));
    expect(await deciding(move('c', 'd'))).to.have.length(1);
    expect(asked).to.deep.equal([]);
  });

  it('is refused with the same error as the wait', async () => {
    const refusal = new Error('too busy');
    const refusing = { ...runner, finished: () => Promise.reject(refusal) };
    earlier.add(move('a', 'b'));
    const run = async (check: Check) => check([{ stream: logStream.topics(realmId), events: [deletion('b')] }]);
    expect(await onWholeTopicsBy(refusing)({ realmId }, run).catch((error: unknown) => error)).to.equal(refusal);
  });
});
