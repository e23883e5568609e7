/**
 * Property: a client that passes the last event id it has gets every event that is for it, once and in order, whether events come from
 * the ring or from the feed, and though answers are lost on the way. The ring is tiny, so that most polls cross its edge.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { ReadStoreUnavailable } from '../../src/ports/read-store.ts';
import type { Row } from '../support/client-state.ts';
import type { Given } from '../support/given.ts';
import { inTopic, joins, leaves, opened, sends } from '../support/past-events.ts';
import { queueTest, registered } from './fixture.ts';

const tiny = { entriesMax: 6, bytesMax: 1e9, bytesInAllMax: 1e9 };

type Step =
  | { readonly kind: 'say' | 'open' | 'come' | 'go' }
  /** If `lost`, the client does not get the answer. */
  | { readonly kind: 'poll'; readonly lost: boolean }
  /** That many events happen during the next read of the feed. */
  | { readonly kind: 'meanwhile'; readonly count: number }
  | { readonly kind: 'hold' | 'release' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('say', 'open', 'come', 'go') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('poll' as const), lost: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('meanwhile' as const), count: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('hold', 'release') }) },
);

/** Makes events, with a new number each time. */
function eventMaker(): (kind: 'say' | 'open' | 'come' | 'go') => Given {
  let number = 1;
  return (kind) => {
    number += 1;
    switch (kind) {
      case 'say':
        return sends(number, 1, inTopic(1, 'x'), `message ${number}`);
      case 'open':
        return opened(number, `stream ${number}`, [1, 2, 3]);
      case 'come':
        return joins(1, 3);
      case 'go':
        return leaves(1, 3);
    }
  };
}

describe('a client that polls its queue', () => {
  it('gets every event once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const followed = queueTest({ ring: tiny });
        const whole = queueTest();
        const next = eventMaker();
        const happen = (kind: 'say' | 'open' | 'come' | 'go') => {
          const event = next(kind);
          followed.happen(event);
          whole.happen(event);
        };
        for (const { happen: begin } of [followed, whole]) begin(registered(1, 3), registered(2, 1));
        const had: Row[] = [];
        const poll = async (lost: boolean) => {
          try {
            const lastEventId = had.length === 0 ? undefined : Number(had.at(-1)?.id);
            const events = await followed.poll(1, 3, { dontBlock: true, lastEventId });
            if (!lost) had.push(...events);
          } catch (error) {
            // The feed is behind the ring: the client has to poll again.
            if (!(error instanceof ReadStoreUnavailable)) throw error;
          }
        };
        for (const one of steps) {
          if (one.kind === 'poll') await poll(one.lost);
          else if (one.kind === 'hold') followed.projection.held = true;
          else if (one.kind === 'release') release(followed);
          else if (one.kind === 'meanwhile')
            followed.projection.onRead = () => {
              followed.projection.onRead = () => undefined;
              for (let count = 0; count < one.count; count += 1) happen('open');
            };
          else happen(one.kind);
        }
        release(followed);
        await poll(false);
        await poll(false);
        expect(had).to.deep.equal(await whole.poll(1, 3, { dontBlock: true, lastEventId: -1 }));
      }),
      { numRuns: 40 },
    );
  });
});

function release({ projection, state }: ReturnType<typeof queueTest>): void {
  projection.held = false;
  projection.position = state.newest.position;
}
