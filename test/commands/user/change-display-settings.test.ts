import { changeDisplaySettings } from '../../../commands/user/change-display-settings.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { looks, timezoneChanged } from '../../support/writes.ts';

const past = [...organization(), looks(3, { dense_mode: false }), timezoneChanged(3, 'UTC')];
const asks = askingFor(changeDisplaySettings, past);
const userId = user(3);
const set = (settings: object) =>
  appends(logStream.user(realmId, userId), 'DisplaySettingsChanged', { userId, settings });

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
    asks(3, { userId, settings: { dense_mode: false, color_scheme: 2 } }).thenHappens(set({ color_scheme: 2 }));
    asks(3, { userId, settings: { dense_mode: true, color_scheme: 1 } }).thenAnswers({ changed: { dense_mode: true } });
    asks(3, { userId, settings: {}, timezone: 'UTC' }).thenNothing();
  });

  it('records the timezone with the person', () => {
    const data = { userId, timezone: 'Europe/Oslo', previousTimezone: 'UTC' };
    asks(3, { userId, settings: {}, timezone: 'Europe/Oslo' }).thenHappens(
      appends(logStream.person(realmId, userId), 'TimezoneChanged', data),
    );
  });

  for (const timezone of ['', 'Europe/Atlantis', '+01:00', ' UTC'])
    it(`refuses the timezone '${timezone}'`, () => {
      asks(3, { userId, settings: {}, timezone }).thenRefused('timezone-unknown');
    });

  it('is refused for another user', () => {
    asks(1, { userId, settings: { dense_mode: true } }).thenRefused('permission-insufficient');
  });
});
