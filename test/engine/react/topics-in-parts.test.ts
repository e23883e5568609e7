import { expect } from 'chai';
import { changesTopic, type Topic, topicsWholeBy } from '../../../src/engine/react/topics-in-parts.ts';
import { topicWaitMsMax } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded } from '../../support/given.ts';
import { inTopic, moves, sends } from '../../support/past-events.ts';

describe('events about a topic that is moved or deleted in parts', () => {
  const isAbout = (given: Given, topic: string): boolean[] => {
    const isIt = (one: Topic) => one.channelId === 1 && one.topic === topic;
    return recorded([given]).map(changesTopic(isIt));
  };

  it('are moves out of it or into it, and deletions', () => {
    const move = moves(1, { channel: 1, topic: 'a' }, { channel: 1, topic: 'b' }, 'all');
    expect(['a', 'b', 'c'].map((topic) => isAbout(move, topic))).to.deep.equal([[true], [true], [false]]);
    const data = { channelId: 1, topic: 'a', messageIds: [1] } as never;
    const deletion = happened(logStream.channel(realmId, 1 as never), 'TopicDeletionRequested', data);
    expect(['a', 'b'].map((topic) => isAbout(deletion, topic))).to.deep.equal([[true], [false]]);
    expect(isAbout(sends(1, 4, inTopic(1, 'a')), 'a')).to.deep.equal([false]);
  });

  it('are waited for, but not for ever', async () => {
    const asked: unknown[] = [];
    const finished = async (realm: number, concerns: unknown, waitMs: number): Promise<void> => {
      asked.push(realm, typeof concerns, waitMs);
    };
    await topicsWholeBy({ finished })(realmId, () => true);
    expect(asked).to.deep.equal([realmId, 'function', topicWaitMsMax]);
  });
});
