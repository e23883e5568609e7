import { expect } from 'chai';
import { handlerOf } from '../../src/define/handlers.ts';
import { topicMoves as performerOf } from '../../src/performers/topic-moves.ts';
import { topicMoves } from '../../src/policies/topic-moves.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { happened, realmId, recorded, stateAfter } from '../support/given.ts';
import { founded } from '../support/past-events.ts';

const data = {
  channelId: 1,
  topic: 'lunch',
  messageId: 3,
  which: 'all',
  to: { channelId: 1, topic: 'dinner', topicLinks: [] },
  noticeOld: false,
  noticeNew: false,
} as unknown as DataOf<'TopicMoved'>;
const part = { range: { from: 1, to: 5 }, rest: [{ from: 6, to: 9 }] } as unknown as DataOf<'TopicMoved'>['part'];
const movedIn = (of: DataOf<'TopicMoved'>['part']) => {
  const stream = logStream.topics(realmId);
  const [event] = recorded([happened(stream, 'TopicMoved', { ...data, part: of }, { actor: 4 as never })]);
  if (!event) throw new Error('nothing happened');
  return event;
};

describe('the policy that continues moves', () => {
  const subjects = (of: DataOf<'TopicMoved'>['part']) => {
    const event = movedIn(of);
    return handlerOf(topicMoves.on, event)?.(event, stateAfter([founded()]));
  };

  it('acts if a part has left messages', () => {
    expect(subjects(part)).to.deep.equal(['']);
    expect(subjects(part && { ...part, rest: [] })).to.deep.equal([]);
    expect(subjects(undefined)).to.deep.equal([]);
  });

  it('plans the next part on behalf of the requester, once the read models have absorbed the previous one', async () => {
    const event = movedIn(part);
    const waited: number[] = [];
    const performer = performerOf(async (position) => void waited.push(position));
    if (performer.kind !== 'plan') throw new Error('the performer plans nothing');
    const plan = await performer.plan(event, '', new AbortController().signal);
    expect(waited).to.deep.equal([event.position]);
    const { channelId, topic, messageId, which, to } = data;
    const input = { channelId, topic, messageId, which, to, part };
    expect(plan).to.deep.equal([{ command: 'continue-move', input, actor: 4 }]);
  });

  it('does not wait for the read models when the process stops', async () => {
    const stop = new AbortController();
    const performer = performerOf(() => new Promise(() => undefined));
    if (performer.kind !== 'plan') throw new Error('the performer plans nothing');
    const planned = performer.plan(movedIn(part), '', stop.signal).catch(() => 'stopped');
    stop.abort();
    expect(await planned).to.equal('stopped');
  });
});
