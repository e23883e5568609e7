import { expect } from 'chai';
import { keptDeletions } from '../../../src/engine/follow/kept-deletions.ts';
import type { ErasureTarget } from '../../../src/vocabulary/events/erasures.ts';
import type { ChannelId, MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import { type LogStream, logStream } from '../../../src/vocabulary/log-streams.ts';
import { type Given, realmId, recorded, stateAfter } from '../../support/given.ts';
import { deletionHeld, facts, held } from '../../support/hold-writes.ts';
import { between, deletes, founded, inTopic, newUser, opened, sends } from '../../support/past-events.ts';

const [custodian, other] = [3, 2];
const beginning = [
  ...[founded(), newUser(1), newUser(other), newUser(custodian)].flat(),
  ...[opened(1, 'plans', [1]), opened(2, 'goals', [1]), held(1, { users: [custodian] })],
];

/** Sent there, deleted, and recorded as held. */
const kept = (id: number, sender: number, topic: string, stream = 1): Given[] => [
  ...[sends(id, sender, inTopic(stream, topic)), deletes(id, sender, inTopic(stream, topic))],
  deletionHeld(facts(id, sender, { addressed: [custodian], stoodIn: [stream] })),
];

describe('deleted messages that a hold keeps', () => {
  const past = [
    ...beginning,
    ...kept(7, custodian, 'Lunch'),
    ...kept(8, custodian, 'tea'),
    ...kept(9, custodian, 'Lunch', 2),
    ...kept(10, other, 'lunch'),
    ...[sends(11, custodian, between(1, custodian)), deletes(11, custodian, between(1, custodian))],
  ];
  const of = async (target: ErasureTarget): Promise<{ ids: number[]; read: LogStream[] }> => {
    const [ids, read]: [number[], LogStream[]] = [[], []];
    const events = async (stream: LogStream, from: number, limit: number) => {
      read.push(stream);
      return recorded(past)
        .filter((event) => event.stream === stream && event.revision >= from)
        .slice(0, limit);
    };
    for await (const { messageId } of keptDeletions(stateAfter(past), target, events)) ids.push(messageId);
    return { ids, read };
  };

  it('are found by the target of an erasure, without reading the log', async () => {
    const ofStream = { kind: 'channel' as const, channelId: 1 as ChannelId, topic: null, until: null };
    expect(await of(ofStream)).to.deep.equal({ ids: [7, 8, 10], read: [] });
    expect(await of({ ...ofStream, until: 1 })).to.deep.equal({ ids: [], read: [] });
    expect(await of({ kind: 'user', userId: other as UserId })).to.deep.equal({ ids: [10], read: [] });
    expect(await of({ kind: 'private', until: 2 })).to.deep.equal({ ids: [11], read: [] });
    expect(await of({ kind: 'messages', messageIds: [8, 99] as MessageId[] })).to.deep.equal({ ids: [8], read: [] });
  });

  it('are found by their topic, which is read from the log if they are known only from `DeletionHeld`', async () => {
    const found = await of({ kind: 'channel', channelId: 1 as ChannelId, topic: 'lUNCH', until: null });
    expect(found).to.deep.equal({ ids: [7, 10], read: [logStream.message(realmId, 10 as MessageId)] });
  });
});
