/** What the read models are asked for when the trail is sent to a sink. */
import { expect } from 'chai';
import { pushingOf } from '../../src/assembly/push-sinks.ts';
import { readConfig } from '../../src/config.ts';
import { secretsFrom } from '../../src/engine/secrets.ts';
import type { ReadView } from '../../src/ports/read-store.ts';
import type { Sinks } from '../../src/push/sinks.ts';
import { emptyServer, evolve, type ServerState } from '../../src/state/realm-state.ts';
import type { SinkProgress } from '../../src/vocabulary/events/sinks.ts';
import { executing, silent } from '../support/engine.ts';
import { type Given, recorded, registered } from '../support/given.ts';
import { organization, readAfter } from '../support/organization.ts';
import { joins, opened } from '../support/past-events.ts';
import { type Receiver, sinkReceiver } from '../support/sink-receiver.ts';
import { claimed, sinkAdded, sinkAdvanced } from '../support/sink-writes.ts';
import { withResolvers } from '../support/with-resolvers.ts';

describe('what is sent to push sinks', () => {
  let receiver: Receiver;
  let sinks: Sinks;
  let state: ServerState;
  let past: Given[];
  let reads: number;
  /** The position up to which the read models have absorbed the log. */
  let absorbed: number;
  let refusedToRead: Promise<unknown>;

  const happen = (...events: Given[]): void => {
    for (const given of events) {
      past.push(given);
      const [event] = recorded(past).slice(-1);
      if (event) sinks.see({ event, realm: evolve(state, event), clientEvents: [] });
    }
  };

  beforeEach(async () => {
    receiver = await sinkReceiver();
    [state, past, reads, absorbed] = [emptyServer(), [], 0, Number.POSITIVE_INFINITY];
    const refusal = withResolvers<object>();
    refusedToRead = refusal.promise;
    sinks = pushingOf(
      {
        state,
        leads: () => true,
        follower: {
          get position() {
            return state.newest.position;
          },
        },
        sealer: undefined,
        executor: executing({
          'record-sink-progress': ({ sinkId, progress }) => {
            happen(sinkAdvanced(Number(sinkId), progress as SinkProgress));
            return { recorded: true };
          },
        }),
        read: async (body: (view: ReadView) => Promise<unknown>) => {
          reads += 1;
          return body({ ...(await readAfter(past)), checkpoint: { position: absorbed } } as ReadView);
        },
      } as never,
      {
        config: readConfig({ VERBATIM_WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' }),
        secrets: secretsFrom('a secret for tests'),
        events: async (stream, from, limit) =>
          recorded(past)
            .filter((event) => event.stream === stream && event.revision >= from)
            .slice(0, limit),
        logger: { ...silent, error: refusal.resolve },
        now: Date.now,
      },
    );
  });
  afterEach(async () => {
    await sinks.stop();
    await receiver.close();
  });

  it('comes from memory once the sink has caught up, without a read', async () => {
    sinks.start();
    happen(registered, ...organization(), opened(1, 'plans', [1]), sinkAdded(1, { url: receiver.url }), joins(1, 3));
    await receiver.until(() => receiver.taken().length === 1);
    expect(reads).to.equal(1);
    happen(joins(1, 4), joins(1, 5));
    await receiver.until(() => receiver.taken().length === 3);
    expect(reads).to.equal(1);
  });

  it('is sent again only when the read models have it', async () => {
    absorbed = 0;
    receiver.answer = 503;
    happen(registered, ...organization(), sinkAdded(1, { url: receiver.url }), sinkAdvanced(1, { claimed }));
    sinks.start();
    await refusedToRead;
    expect(receiver.deliveries).to.deep.equal([]);
  });
});
