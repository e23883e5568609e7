/** Tests of `subscribe` with limiting settings of the organization. */
import { expect } from 'chai';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import type { RealmChange } from '../../../src/vocabulary/realm-settings.ts';
import { askingFor, given, testNow } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { archived, opened } from '../../support/past-events.ts';
import { newBot, ownerChanged, settingsChanged } from '../../support/writes.ts';
import { added, leftTooMany, leftTooOften, names, past, prepared } from './subscribing.ts';

const asks = askingFor(subscribe, past, { prepared });

export function whoMaySubscribe(): void {
  describe('when the organization limits who creates streams, or who subscribes others', () => {
    const days = 24 * 60 * 60 * 1000;
    const creating = { channels: names('new') };
    const inviting = (...principals: number[]) => ({ channels: names('Plans'), principals });
    const asked = (settings: RealmChange, input: typeof creating, actor: number | null, age = 0) =>
      asks({ actor, prepared, now: testNow + age }, input, settingsChanged(settings));

    it('allows administrators, and members as the setting says, but never guests', () => {
      asked({ create_stream_policy: 2 }, creating, 3).thenRefused('channel-create-not-permitted');
      asked({ create_stream_policy: 2 }, creating, 6).thenRefused('channel-create-not-permitted');
      asked({ invite_to_stream_policy: 2 }, inviting(2), 3).thenRefused('subscribe-others-not-permitted');
      for (const actor of [1, 2, null])
        for (const input of [creating, inviting(3)])
          expect(asked({ create_stream_policy: 2, invite_to_stream_policy: 2 }, input, actor).decision.ok).to.equal(
            true,
          );
      // One that is new, or somebody else, among others.
      const both = { channels: names('Plans', 'new') };
      asked({ create_stream_policy: 2 }, both, 3).thenRefused('channel-create-not-permitted');
      asked({ invite_to_stream_policy: 2 }, inviting(3, 2), 3).thenRefused('subscribe-others-not-permitted');
      asked({ create_stream_policy: 1 }, creating, 4).thenRefused('guest-not-allowed');
      asked({ create_stream_policy: 2 }, { channels: names('Plans') }, 3).thenHappens(added(1, { userIds: [user(3)] }));
      asked({ invite_to_stream_policy: 2 }, inviting(3), 3).thenHappens(added(1, { userIds: [user(3)] }));
    });

    it("allows members after some days, counting from the owner's account for a bot", () => {
      const settings = { create_stream_policy: 3, invite_to_stream_policy: 3, waiting_period_threshold: 2 } as const;
      for (const actor of [3, 6]) {
        asked(settings, creating, actor, days).thenRefused('channel-create-not-permitted');
        asked(settings, inviting(2), actor, days).thenRefused('subscribe-others-too-new');
        expect(asked(settings, creating, actor, 2 * days).decision.ok).to.equal(true);
        expect(asked(settings, inviting(2), actor, 2 * days).decision.ok).to.equal(true);
      }
    });

    it('does not reveal which users exist whom the caller may not subscribe', () => {
      for (const principal of [2, 4711])
        asked({ invite_to_stream_policy: 2 }, inviting(principal), 3).thenRefused('subscribe-others-not-permitted');
    });
  });

  it('subscribes nobody who has left too often', () => {
    given(leftTooOften())
      .when(subscribe, { channels: names('Stream 10') }, { actor: 3, prepared })
      .thenRefused('left-too-often');
    given(leftTooMany())
      .when(subscribe, { channels: names('Plans') }, { actor: 3, prepared })
      .thenRefused('subscriptions-ended-too-many');
  });

  it('refuses more streams than one user may ever create, archived ones included (channelsEverPerUserMax)', () => {
    const made = Array.from({ length: limits.channelsEverPerUserMax }, (_, at) => [
      opened(10 + at, `Stream ${at}`, [1]),
      archived(10 + at, `Stream ${at}`),
    ]).flat();
    const one = { channels: names('one more') };
    asks(1, one, made).thenRefused('channels-too-many', { max: limits.channelsEverPerUserMax, ever: true });
    asks(40, one, newBot(40, 1), ownerChanged(40, 3, 1), made).thenRefused('channels-too-many', {
      max: limits.channelsEverPerUserMax,
      ever: true,
    });
    expect(asks(3, one, made).decision.ok).to.equal(true);
    expect(asks(1, one, made.slice(6)).decision.ok).to.equal(true);
  });
}
