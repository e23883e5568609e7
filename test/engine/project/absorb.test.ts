import { expect } from 'chai';
import { defineProjection } from '../../../src/define/projection.ts';
import { absorb } from '../../../src/engine/project/absorb.ts';
import type { Range, ReadView, WrittenStore } from '../../../src/ports/read-store.ts';
import { silent } from '../../support/engine.ts';
import { recorded } from '../../support/given.ts';
import { moves } from '../../support/past-events.ts';

describe('a range that a handler declares', () => {
  it('is read with both its ends, however many documents are in it', async () => {
    const count = 200_000;
    const declared = { index: 'byTopic', prefix: [1, 1, 'a'], from: 3, to: 7 };
    const counting = defineProjection<{ readonly count: number }>({
      name: 'counting',
      version: 1,
      indexes: {},
      on: {
        TopicMoved: {
          ranges: () => [declared],
          apply: (_event, own) => [{ op: 'put', id: 'all', document: { count: own.ranged.length } }],
        },
      },
    });
    const asked: object[] = [];
    const checkpoint = { position: 0, models: { counting: { version: 1 } }, unknownTypes: [] };
    const view = {
      checkpoint,
      async scan({ name }: { name: string }, index: string, { limit: _, ...range }: Range) {
        if (name !== counting.name) return [];
        asked.push({ index, ...range });
        return Array.from({ length: count }, () => ({}));
      },
    } as unknown as ReadView;
    const store: WrittenStore = {
      checkpoint: async () => checkpoint,
      snapshot: (body) => body(view),
      commit: async () => undefined,
    };
    const [event] = recorded([moves(5, { channel: 1, topic: 'a' }, { channel: 1, topic: 'b' }, 'all')]);
    if (!event) throw new Error('no event');
    const batch = [{ event, realm: undefined, clientEvents: [] }];
    const { writes, checkpoint: after } = await absorb(
      { store, projections: [counting], logger: silent, now: () => 0 },
      batch,
      checkpoint,
    );
    expect(after.models.counting).to.deep.equal({ version: 1 });
    expect(writes).to.deep.equal([{ model: 'counting', op: 'put', id: 'all', document: { count } }]);
    expect(asked).to.deep.equal([declared]);
  });
});
