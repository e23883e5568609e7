import { expect } from 'chai';
import { completeErasure } from '../../commands/erasure/complete-erasure.ts';
import { eraseContent } from '../../commands/erasure/erase-content.ts';
import { eraseMessage } from '../../commands/erasure/erase-message.ts';
import { type ContentErasureParts, contentErasure } from '../../src/audit/content-erasure.ts';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';
import type { Erasable, ErasureTarget } from '../../src/vocabulary/events/erasures.ts';
import type { ChannelId, MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { contentErased, erasureAsked } from '../support/erasure-writes.ts';
import { realmId, recorded, registered } from '../support/given.ts';

const target: ErasureTarget = { kind: 'channel', channelId: 5 as ChannelId, topic: null, until: 1000 };
const erasable = (id: number): Erasable => ({
  facts: { messageId: id as MessageId, senderId: 1 as UserId, sentAt: 1, addressed: [], stoodIn: [5 as ChannelId] },
  events: 1,
  bytes: 1,
});

type Asked = { readonly messages?: readonly Erasable[]; readonly messageId?: number };

/** Carries out an erasure whose pages have one message each. Returns the requested pages and the erased messages. */
async function run({
  retention,
  erasedBefore,
  parts: most = 9,
}: {
  retention: boolean;
  erasedBefore: number;
  parts?: number;
}) {
  const state = emptyServer();
  const done = { pages: [] as number[], erased: [] as number[], completed: 0 };
  const past = [registered, erasureAsked(1, { target, ...(retention && { retention: { days: 30 } }) })];
  const [beginning, asked] = recorded(past);
  if (!beginning || !asked) throw new Error('no events');
  for (const event of [beginning, asked]) evolve(state, event);
  const erasure = state.realms.get(realmId)?.erasures.byId;
  const known = [...(erasure?.values() ?? [])][0];
  if (!known) throw new Error('no erasure');
  erasure?.set(known.erasureId, { ...known, messages: erasedBefore });
  let position = 10;
  const executed = <R>(result: R) => ({ ok: true as const, result, position, eventIds: [] });
  const parts = {
    state,
    async *pages() {
      for (const after of [0, 1, 2, 3, 4]) {
        done.pages.push(after);
        yield after < 3 ? [erasable(after + 1)] : [];
      }
    },
    executor: {
      execute: async (command: unknown, { messages = [], messageId = 0 }: Asked) => {
        if (command === eraseMessage) done.erased.push(messageId);
        if (command === completeErasure) done.completed += 1;
        if (command !== eraseContent) return executed({});
        if (done.erased.length >= most) return executed({ held: 0, isOver: true });
        const ids = messages.map(({ facts }) => facts.messageId);
        const [event] = recorded([contentErased(1, ids)]);
        position += 1;
        if (event) evolve(state, { ...event, position });
        return executed({ held: 0, isOver: false });
      },
    },
    withdrawExports: async () => undefined,
    kept: async () => 0,
    absorbed: async () => undefined,
  } as unknown as ContentErasureParts;
  const performer = contentErasure(parts);
  if (performer.kind !== 'do') throw new Error('it plans');
  await performer.perform(asked, new AbortController().signal, '');
  return done;
}

describe('a retention run', () => {
  it('ends with the first page without old messages', async () => {
    const done = await run({ retention: true, erasedBefore: 0 });
    expect(done).to.deep.equal({ pages: [0, 1, 2, 3], erased: [1, 2, 3], completed: 1 });
  });

  it('ends once it has erased as much as one run may, and not before (retentionRunMax)', async () => {
    const full = await run({ retention: true, erasedBefore: limits.retentionRunMax - 1 });
    expect(full).to.deep.equal({ pages: [0], erased: [1], completed: 1 });
    const almost = await run({ retention: true, erasedBefore: limits.retentionRunMax - 2 });
    expect(almost.erased).to.deep.equal([1, 2]);
  });

  it('ends with the part that is already recorded if it is cancelled', async () => {
    const done = await run({ retention: true, erasedBefore: 0, parts: 1 });
    expect(done).to.deep.equal({ pages: [0, 1], erased: [1], completed: 1 });
  });

  it('does not touch an erasure that somebody requested', async () => {
    const done = await run({ retention: false, erasedBefore: limits.retentionRunMax });
    expect(done).to.deep.equal({ pages: [0, 1, 2, 3, 4], erased: [1, 2, 3], completed: 1 });
  });
});
