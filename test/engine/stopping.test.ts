/** A stop ends waiting work without logging it as failed. */
import { expect } from 'chai';
import type { Policy } from '../../src/define/policy.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { appendEvents, engineIn, silent } from '../support/engine.ts';
import { registered } from '../support/given.ts';
import * as past from '../support/past-events.ts';
import { sealing } from '../support/sealed.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const scrubbing: Policy<RealmState> = {
  name: 'scrubbing',
  awaited: false,
  on: { MessageSent: () => [''] },
};

describe('an engine that stops', () => {
  it('does not log work that waited for a scrub as failed', async () => {
    const errors: string[] = [];
    const { promise: waiting, resolve: waits } = withResolvers();
    const { engine, log, close } = await engineIn(temporaryFolder(), {
      policies: [scrubbing],
      sealing,
      logger: { ...silent, error: (_facts: unknown, text: string) => errors.push(text) },
      performers: (opened) => ({
        scrubbing: {
          kind: 'do',
          async perform(event) {
            const scrubbed = opened.scrubber.requested(event.metadata.at);
            waits();
            await scrubbed;
          },
        },
      }),
    });
    await appendEvents(log, [
      registered,
      past.founded(),
      ...past.newUser(1),
      past.opened(1, 'general', [1]),
      past.sends(1, 1, past.inTopic(1, 'a')),
    ]);
    await engine.follower.catchUp();
    await waiting;
    await close();
    expect(errors).to.deep.equal([]);
  });
});
