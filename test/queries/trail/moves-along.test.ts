/** The moves of a message against the folded state, on random histories. */
import { expect } from 'chai';
import fc from 'fast-check';
import { applyEvent } from '../../../src/define/handlers.ts';
import { type MovesAlong, movesAlong, movesInSteps } from '../../../src/queries/trail/moves-along.ts';
import type { EventReader } from '../../../src/queries/trail/names.ts';
import { movedBy, topicsState } from '../../../src/state/topics.ts';
import type { DataOf, Recorded } from '../../../src/vocabulary/events/index.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { type Given, happened, realmId, recorded } from '../../support/given.ts';
import { deletionHeld, facts, heldDeletionsEnded } from '../../support/hold-writes.ts';
import { withLeaves } from '../../support/leaf-in.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { deletes, inTopic, moves, sends } from '../../support/past-events.ts';
import { projectAll, viewOf } from '../../support/project.ts';
import { randomPast } from '../../support/random-history.ts';

const message = (id: number): MessageId => id as MessageId;

async function asking(past: readonly Given[]) {
  const log = withLeaves(recorded(past));
  const view = viewOf(await projectAll(log));
  const reads: number[] = [];
  const events: EventReader = async (stream, from, limit) => {
    const found = log.filter((one) => one.stream === stream && one.revision >= from).slice(0, limit);
    reads.push(...found.map(({ position }) => position));
    return found;
  };
  const asked = (id: number, content = false) => movesAlong(view, realmId, message(id), { events, content });
  return { log, view, events, asked, reads };
}

type Moves = { readonly positions: number[]; readonly late: number[] };

/** The positions of the moves that changed each message, and of those that only name it, by the folded state. */
function plainly(log: readonly Recorded[]): Map<MessageId, Moves> {
  const topics = topicsState.initial();
  const found = new Map<MessageId, Moves>();
  for (const event of log) {
    if (event.type === 'MessageSent') found.set(event.data.messageId, { positions: [], late: [] });
    if (event.type === 'TopicMoved') {
      const moved = movedBy(topics, event.data);
      for (const id of moved) found.get(id)?.positions.push(event.position);
      if (!moved.includes(event.data.messageId)) found.get(event.data.messageId)?.late.push(event.position);
    }
    applyEvent(topicsState, event, topics, undefined);
  }
  return found;
}

const of = (moves: Partial<MovesAlong>): MovesAlong => ({ positions: [], late: [], complete: true, ...moves });

const plans = { channel: 1, topic: 'Plans' };
const lunch = { channel: 2, topic: 'Lunch' };

/** A part of the move of all messages of `plans` to `lunch`. */
function part(from: number, to: number, rest: NonNullable<DataOf<'TopicMoved'>['part']>['rest'] = []): Given {
  const { stream, event, metadata } = moves(1, plans, lunch, 'all');
  const range = { from: message(from), to: message(to) };
  return happened(stream, 'TopicMoved', { ...(event.data as DataOf<'TopicMoved'>), part: { range, rest } }, metadata);
}

describe('the moves of a message', () => {
  lowerLimits({ movesReadMax: 20 });

  it('are those that the folded state shows', async () => {
    await fc.assert(
      fc.asyncProperty(randomPast(), async ({ events, deleted }) => {
        const { log, asked } = await asking(events);
        for (const [id, moves] of plainly(log)) if (!deleted.has(id)) expect(await asked(id)).to.deep.equal(of(moves));
      }),
      { numRuns: 40 },
    );
  });

  it('of a large topic are the parts that moved it', async () => {
    const sent = [1, 2, 3, 4, 5].map((id) => sends(id, 3, inTopic(1, 'plans')));
    const { log, asked } = await asking([...sent, part(1, 2), part(3, 4), part(5, 5), moves(3, lunch, plans)]);
    const [first, second, third, back] = log.slice(-4).map(({ position }) => position);
    for (const [id, positions] of [
      [1, [first]],
      [2, [first]],
      [3, [second, back]],
      [4, [second]],
      [5, [third]],
    ] as const)
      expect(await asked(id), String(id)).to.deep.equal(of({ positions: [...positions] as number[] }));
  });

  it('of a deleted message are known only if a legal hold keeps it, and shown only with content', async () => {
    const past = [
      sends(1, 3, inTopic(1, 'plans')),
      sends(2, 3, inTopic(1, 'plans')),
      moves(1, plans, lunch, 'all'),
      deletes(2, 3, inTopic(2, 'Lunch')),
      deletionHeld(facts(2, 3)),
      moves(1, lunch, plans, 'all'),
    ];
    const { log, asked } = await asking(past);
    const moved = log.find(({ type }) => type === 'TopicMoved')?.position;
    expect(await asked(2)).to.deep.equal(of({ complete: false }));
    expect(await asked(2, true)).to.deep.equal(of({ positions: [moved as number] }));
    const { asked: askedLater } = await asking([...past, heldDeletionsEnded([2])]);
    expect(await askedLater(2, true)).to.deep.equal(of({ complete: false }));
  });

  it('are looked for among so many moves, and what may be missing is said (movesReadMax)', async () => {
    const others = Array.from({ length: limits.movesReadMax }, () => moves(7, plans, lunch, 'later'));
    const past = [sends(1, 3, inTopic(1, 'plans')), ...others, moves(1, plans, lunch, 'all')];
    const { asked, reads } = await asking(past);
    expect(await asked(1)).to.deep.equal(of({ complete: false }));
    expect(reads).to.have.length(1 + limits.movesReadMax);
    const { asked: askedOfFewer, log } = await asking(past.toSpliced(1, 1));
    expect(await askedOfFewer(1)).to.deep.equal(of({ positions: [log.at(-1)?.position as number], complete: false }));
  });

  it('do not have one that came too late, but it is named', async () => {
    const past = [
      sends(1, 3, inTopic(1, 'plans')),
      sends(2, 3, inTopic(1, 'plans')),
      moves(2, plans, lunch, 'all'),
      moves(1, plans, { channel: 2, topic: 'Late' }, 'one'),
      moves(1, lunch, plans, 'one'),
    ];
    const { log, asked } = await asking(past);
    const [along, late, back] = log.slice(-3).map(({ position }) => position) as [number, number, number];
    expect(await asked(1)).to.deep.equal(of({ positions: [along, back], late: [late] }));
    expect(await asked(2)).to.deep.equal(of({ positions: [along] }));
  });

  it('are looked for again in the steps of an answer only after another move', async () => {
    const before = [sends(1, 3, inTopic(1, 'plans')), moves(1, plans, lunch)];
    const inSteps = movesInSteps();
    const readsOf = async (past: readonly Given[]): Promise<number> => {
      const { view, events, reads } = await asking(past);
      await inSteps(view, realmId, message(1), { events, content: false });
      return reads.length;
    };
    expect(await readsOf(before)).to.equal(2);
    expect(await readsOf([...before, sends(2, 3, inTopic(1, 'plans'))])).to.equal(0);
    expect(await readsOf([...before, moves(1, lunch, plans)])).to.be.above(2);
  });
});
