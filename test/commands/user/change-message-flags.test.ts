import { expect } from 'chai';
import { changeMessageFlags } from '../../../commands/user/change-message-flags.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { type IdSpan, idsIn, joinedSpans } from '../../../src/vocabulary/id-spans.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';

type Input = Parameters<typeof changeMessageFlags.decide>[1];
const of = (input: Partial<Input>): Input => ({
  userId: user(3),
  op: 'add',
  flag: 'read',
  ids: [],
  read: [],
  before: 0,
  ...input,
});
const past = organization();
const asks = askingFor(changeMessageFlags, past);
const stream = logStream.user(realmId, user(3));
const scattered = (count: number): number[] => Array.from({ length: count }, (_, at) => 2 * at + 1);

describeCommand(changeMessageFlags, () => {
  it('records messages as spans, and for read messages the streams', () => {
    const read = [
      { channelId: channel(1), spans: [[1, 4] as const] },
      { channelId: null, spans: [[5, 5] as const] },
    ];
    asks(3, of({ ids: [2, 3, 5], read })).thenHappens(
      appends(stream, 'MessageFlagsChanged', {
        userId: user(3),
        op: 'add',
        flag: 'read',
        messages: [
          [2, 3],
          [5, 5],
        ],
        read: [...read],
      }),
    );
  });

  it('records other flags without streams', () => {
    asks(3, of({ flag: 'starred', op: 'remove', ids: [7] })).thenHappens(
      appends(stream, 'MessageFlagsChanged', { userId: user(3), op: 'remove', flag: 'starred', messages: [[7, 7]] }),
    );
  });

  it('records nothing if nothing changes', () => {
    asks(3, of({})).thenNothing();
    asks(3, of({ flag: 'starred' })).thenNothing();
  });

  it(`names at most ${limits.namedPerEventMax} spans in an event, and at most so many starred messages`, () => {
    const ids = scattered(1_100);
    const spans = ids.map((id): IdSpan => [id, id]);
    const read = [
      { channelId: channel(1), spans: spans.slice(0, 600) },
      { channelId: channel(2), spans: spans.slice(600) },
    ];
    const events = eventsOf(of({ ids, read }));
    expect(events).to.have.length(3);
    for (const { data } of events) {
      expect(data.messages.length).to.be.at.most(limits.namedPerEventMax);
      expect((data.read ?? []).flatMap((part) => part.spans).length).to.be.at.most(limits.namedPerEventMax);
    }
    expect(events.flatMap(({ data }) => idsIn(data.messages))).to.deep.equal(ids);
    for (const { channelId, spans: wanted } of read) {
      const parts = events.flatMap(({ data }) => data.read ?? []).filter((part) => part.channelId === channelId);
      expect(parts.reduce((all, part) => joinedSpans(all, part.spans), joinedSpans([], []))).to.deep.equal(wanted);
    }
    const dense = Array.from({ length: 600 }, (_, at) => at + 1);
    expect(eventsOf(of({ ids: dense }))).to.have.length(1);
    expect(eventsOf(of({ ids: dense, flag: 'starred' })).map(({ data }) => data.messages)).to.deep.equal([
      [[1, 500]],
      [[501, 600]],
    ]);
    const more = eventsOf(of({ ids: [1], read: [{ channelId: channel(1), spans }] }));
    expect(more.map(({ data }) => [data.messages.length, data.read?.[0]?.spans.length])).to.deep.equal([
      [1, 500],
      [0, 500],
      [0, 100],
    ]);
  });

  it('marks 20,000 messages of one stream as read with one event', () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => at + 1);
    expect(eventsOf(of({ ids, read: [{ channelId: channel(1), spans: [[1, 20_000]] }] }))).to.have.length(1);
  });

  it('refuses more flagged messages than a user may have (flaggedMax)', () => {
    const starring = { flag: 'starred', ids: [1, 2], before: limits.flaggedMax - 1 } as const;
    asks(3, of({ ...starring, ids: [...starring.ids] })).thenRefused('flagged-too-many', { max: limits.flaggedMax });
    expect(eventsOf(of({ ...starring, ids: [1] }))).to.have.length(1);
    expect(eventsOf(of({ ...starring, ids: [1, 2], op: 'remove' }))).to.have.length(1);
    expect(eventsOf(of({ ...starring, ids: [1, 2], flag: 'read' }))).to.have.length(1);
  });

  it('is refused for another user', () => {
    asks(2, of({ ids: [1] })).thenRefused('permission-insufficient');
  });
});

function eventsOf(input: Input): DomainEvent<'MessageFlagsChanged'>[] {
  const { decision } = asks(3, input);
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.appends.flatMap(({ events }) => events) as DomainEvent<'MessageFlagsChanged'>[];
}
