import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { appendDecision } from '../../../src/engine/decide/append-decision.ts';
import { inPieces } from '../../../src/engine/decide/in-pieces.ts';
import type { NewEvent } from '../../../src/ports/event-log.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { namedPerPiece } from '../../../src/vocabulary/events/users-named.ts';
import { ChannelId, UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { silent } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { turnsDuring } from '../../support/turns.ts';

const named = (count: number): UserId[] => Array.from({ length: count }, (_, at) => UserId.parse(at + 1));
const added = (channelId: number, count: number): DomainEvent<'SubscribersAdded'> => ({
  type: 'SubscribersAdded',
  data: { channelId: ChannelId.parse(channelId), userIds: named(count) },
});
const stored = (event: DomainEvent): NewEvent => event as unknown as NewEvent;

describe('a decision', () => {
  it('is one piece if few users join or leave, however many events it has', () => {
    expect(inPieces([])).to.deep.equal([]);
    expect(inPieces(Array.from({ length: 5_000 }, () => stored(added(1, 0))))).to.have.length(1);
    expect(inPieces([stored(added(1, namedPerPiece / 2)), stored(added(2, namedPerPiece / 2))])).to.have.length(1);
  });

  it('is several pieces, in the same order, if many do', () => {
    const events = [900, 900, 900, 3_000, 1, 2_047, 1].map((count, at) => stored(added(at + 1, count)));
    const pieces = inPieces(events);
    expect(pieces.map((piece) => piece.events.length)).to.deep.equal([2, 1, 1, 2, 1]);
    expect(pieces.flatMap((piece) => piece.events)).to.deep.equal(events);
  });
});

describe('a large decision', () => {
  const stamp = { actor: null, at: 1, client: 'test', requestId: 'r', causedBy: undefined, decidedOn: undefined };
  /** 40 streams with 450 users each: ten pieces. */
  const decide = async (absorbed: (position: number) => Promise<boolean>) => {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    const stream = logStream.channels(realmId);
    const events = Array.from({ length: 40 }, (_, at) => added(at + 1, 450));
    const append = { stream, events, expects: 'unchanged', revision: 'none' } as const;
    const appended = await appendDecision(log, [append], stamp as never, undefined, {
      absorbed,
      releaseDuring: (wait) => wait(),
      caughtUp: async () => undefined,
      logger: silent,
    });
    const stored = await log.readStream(stream);
    await log.close();
    return { appended, stored };
  };

  it('is appended as fast as the read models absorb it, at most two pieces ahead', async () => {
    const waited: number[] = [];
    const { appended, stored } = await decide(async (position) => {
      waited.push(position);
      return true;
    });
    expect(appended.ok).to.equal(true);
    expect(stored.map(({ data }) => (data as { channelId: number }).channelId)).to.deep.equal(
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
    const positions = stored.map(({ position }) => position);
    // After the second piece for the first, and so on.
    expect(waited).to.deep.equal([3, 7, 11, 15, 19, 23, 27, 31, 35].map((at) => positions[at]));
  });

  it('with an event that is too large for the log appends nothing', async () => {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    const large: DomainEvent<'SubscribersAdded'> = added(2, limits.eventBytesMax / 2);
    const appends = [added(1, 1), large].map(
      (event) =>
        ({
          stream: logStream.channel(realmId, event.data.channelId),
          events: [event],
          expects: 'any',
          revision: 'none',
        }) as const,
    );
    const appended = await appendDecision(log, appends, stamp as never, undefined, {
      absorbed: async () => true,
      releaseDuring: (wait) => wait(),
      caughtUp: async () => undefined,
      logger: silent,
    });
    expect(appended).to.deep.equal({ ok: false, reason: 'too-large' });
    expect(await log.readStream(logStream.channel(realmId, ChannelId.parse(1)))).to.deep.equal([]);
    await log.close();
  });

  it('is prepared with yields to the event loop, before anything is appended', async () => {
    const appends = Array.from(
      { length: 200 },
      (_, at) =>
        ({
          stream: logStream.channel(realmId, ChannelId.parse(at + 1)),
          events: [added(at + 1, 1_000)],
          expects: 'any',
          revision: 'none',
        }) as const,
    );
    const refusing = { append: async () => ({ ok: false, reason: 'unavailable', detail: '' }) };
    const turns = await turnsDuring(() =>
      appendDecision(refusing as never, appends, stamp as never, undefined, {
        absorbed: async () => true,
        releaseDuring: (wait) => wait(),
        caughtUp: async () => undefined,
        logger: silent,
      }),
    );
    expect(turns).to.be.at.least(2);
  });

  it('does not wait for ever for read models that are out of reach', async () => {
    let waits = 0;
    const { stored } = await decide(async () => {
      waits += 1;
      return false;
    });
    expect(stored).to.have.length(40);
    expect(waits).to.equal(9);
  });
});
