import { changeDisplaySettings } from '../../../commands/user/change-display-settings.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { looks, timezoneChanged } from '../../support/writes.ts';

const past = [...organization(), looks(3, { dense_mode: false }), timezoneChanged(3, 'UTC')];
const userId = user(3);
const set = (settings: object) => ({
  stream: logStream.user(realmId, userId),
  events: [{ type: 'DisplaySettingsChanged' as const, data: { userId, settings } }],
});

describeCommand(changeDisplaySettings, () => {
  it("is refused if the person's data were changed too often", () => {
    const often = given(past, changedTooOften(3));
    often
      .when(changeDisplaySettings, { userId, settings: {}, timezone: 'Europe/Oslo' }, { actor: 3 })
      .thenRefused('person-changed-too-often');
    often
      .when(changeDisplaySettings, { userId, settings: { color_scheme: 2 } }, { actor: 3 })
      .thenHappens(set({ color_scheme: 2 }));
  });

  it('records what differs from the settings or their defaults, and returns it', () => {
    given(past)
      .when(changeDisplaySettings, { userId, settings: { dense_mode: false, color_scheme: 2 } }, { actor: 3 })
      .thenHappens(set({ color_scheme: 2 }));
    given(past)
      .when(changeDisplaySettings, { userId, settings: { dense_mode: true, color_scheme: 1 } }, { actor: 3 })
      .thenAnswers({ changed: { dense_mode: true } });
    given(past).when(changeDisplaySettings, { userId, settings: {}, timezone: 'UTC' }, { actor: 3 }).thenNothing();
  });

  it('records the timezone with the person', () => {
    const data = { userId, timezone: 'Europe/Oslo', previousTimezone: 'UTC' };
    given(past)
      .when(changeDisplaySettings, { userId, settings: {}, timezone: 'Europe/Oslo' }, { actor: 3 })
      .thenHappens({ stream: logStream.person(realmId, userId), events: [{ type: 'TimezoneChanged', data }] });
  });

  for (const timezone of ['', 'Europe/Atlantis', '+01:00', ' UTC'])
    it(`refuses the timezone '${timezone}'`, () => {
      given(past)
        .when(changeDisplaySettings, { userId, settings: {}, timezone }, { actor: 3 })
        .thenRefused('timezone-unknown');
    });

  it('is refused for another user', () => {
    given(past)
      .when(changeDisplaySettings, { userId, settings: { dense_mode: true } }, { actor: 1 })
      .thenRefused('permission-insufficient');
  });
});
