import { expect } from 'chai';
import type { Executed, Order } from '../../src/engine/decide/executor.ts';
import { topicDeletions as performerOf } from '../../src/performers/topic-deletions.ts';
import { topicDeletions } from '../../src/policies/topic-deletions.ts';
import type { DataOf, Recorded } from '../../src/vocabulary/events/index.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { happened, realmId, recorded } from '../support/given.ts';
import { founded } from '../support/past-events.ts';
import { subjectsOf } from '../support/policy.ts';

const rest = { from: 1, to: 6 };
const requested = (more: object = {}) =>
  happened(
    logStream.topics(realmId),
    'TopicDeletionRequested',
    { channelId: 1, topic: 'lunch', messageIds: [7, 8], ...more } as unknown as DataOf<'TopicDeletionRequested'>,
    { actor: 4 as never },
  );
type TopicMessage = { readonly messageId: number; readonly channelId: number; readonly topic: string };
const done = (position: number): Executed<unknown> => ({ ok: true, result: {}, position });

/** The commands that the performer plans for the event, and its calls before that. */
async function planned(more: object, remove: (id: number) => Executed<unknown>) {
  const [event] = recorded([requested(more)]);
  const did: string[] = [];
  const execute = async ({ name }: { name: string }, input: TopicMessage, { actor, causedBy }: Order) => {
    const { messageId, channelId, topic } = input;
    expect([name, channelId, topic, actor, causedBy]).to.deep.equal(['delete-topic-message', 1, 'lunch', 4, event?.id]);
    did.push(`remove ${messageId}`);
    return remove(messageId);
  };
  const performer = performerOf({
    executor: { execute } as never,
    absorbed: async (position) => void did.push(`absorbed ${position}`),
  });
  if (performer.kind !== 'plan') throw new Error('the performer plans nothing');
  const plan = await performer.plan(event as Recorded, '', new AbortController().signal);
  return { did, plan };
}

describe('the policy that deletes topics', () => {
  it('makes the request wait for its first part', () => {
    expect(topicDeletions.awaited).to.equal(true);
    expect(subjectsOf(topicDeletions, [founded(), requested()])).to.deep.equal(['']);
  });

  it('deletes the messages of a part', async () => {
    const { did, plan } = await planned({}, done);
    expect(did).to.deep.equal(['remove 7', 'remove 8']);
    expect(plan).to.deep.equal([]);
  });

  it('plans the next part on behalf of the requester, once the read models have absorbed this one', async () => {
    const { did, plan } = await planned({ rest }, (id) => done(10 * id));
    expect(did).to.deep.equal(['remove 7', 'remove 8', 'absorbed 80']);
    const input = { channelId: 1, topic: 'lunch', rest };
    expect(plan).to.deep.equal([{ command: 'continue-topic-deletion', input, actor: 4 }]);
  });

  it('is repeated if the log is out of reach, but not if a deletion is refused', async () => {
    const refused = (code: 'unavailable' | 'realm-deactivated') => (): Executed<unknown> => ({
      ok: false,
      refusal: code === 'unavailable' ? { code, detail: 'away' } : { code },
    });
    const error = await planned({}, refused('unavailable')).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('name', 'EventLogUnavailable');
    expect((await planned({}, refused('realm-deactivated'))).plan).to.deep.equal([]);
  });
});
