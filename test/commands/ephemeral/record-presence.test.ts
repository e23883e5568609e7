import { recordPresence } from '../../../commands/ephemeral/record-presence.ts';
import type { ClientPresence } from '../../../src/vocabulary/events/ephemeral.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { type Given, given, realmId, testNow } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newBot, presenceTold, sets } from '../../support/writes.ts';

const past = organization();
const active = 'active' as const;
const kept = limits.presenceKeptSecs * 1000;
const told = (status: 'active' | 'idle', ageMs: number, client = 'web'): ClientPresence => ({
  client,
  status,
  at: testNow - ageMs,
});
const tells = (status: 'active' | 'idle', ...more: readonly Given[]) =>
  given(past, more).when(recordPresence, { userId: user(3), status }, { actor: 3, client: 'web' });
const recorded = (...clients: ClientPresence[]) => ({
  stream: logStream.presence(realmId, user(3)),
  events: [{ type: 'PresenceTold', data: { userId: user(3), clients } } as const],
});

describeCommand(recordPresence, () => {
  it('records the first report of a client', () => {
    tells('idle').thenHappens(recorded(told('idle', 0)));
  });

  it('does not record again what others know already', () => {
    tells('active', presenceTold(3, told('active', kept - 1))).thenNothing();
    tells('idle', presenceTold(3, told('idle', kept - 1))).thenNothing();
    tells('active', presenceTold(3, told('active', kept))).thenHappens(recorded(told('active', 0)));
    tells('idle', presenceTold(3, told('idle', kept))).thenHappens(recorded(told('idle', 0)));
  });

  it('records at once that somebody is back, and only later that they are idle', () => {
    tells('active', presenceTold(3, told('idle', 1))).thenHappens(recorded(told('active', 0)));
    tells('idle', presenceTold(3, told('active', kept - 1))).thenNothing();
    tells('idle', presenceTold(3, told('active', kept))).thenHappens(recorded(told('idle', 0)));
  });

  it('keeps what other clients reported, in the order of their reports', () => {
    const [phone, desktop] = [told('idle', 5_000, 'phone'), told('active', 3_000, 'desktop')];
    tells('active', presenceTold(3, told('idle', 9_000), phone, desktop)).thenHappens(
      recorded(phone, desktop, told('active', 0)),
    );
  });

  it('records what one client reports, whatever others reported a moment ago', () => {
    const phone = told('active', 1, 'phone');
    tells('active', presenceTold(3, phone)).thenHappens(recorded(phone, told('active', 0)));
    const [other, own] = [told('idle', 1, 'phone'), told('active', 1)];
    tells('active', presenceTold(3, other, own)).thenNothing();
  });

  it('forgets the oldest of many clients, once it no longer reports', () => {
    const many = (oldest: number) =>
      Array.from({ length: limits.presenceClientsMax }, (_, at) => told('active', oldest - at, `client ${at}`));
    tells('active', presenceTold(3, ...many(kept - 1))).thenNothing();
    const old = many(kept);
    tells('active', presenceTold(3, ...old)).thenHappens(recorded(...old.slice(1), told('active', 0)));
  });

  it('records nothing for users who disabled it', () => {
    tells('active', sets(3, { presence_enabled: false })).thenNothing();
  });

  it("is only for people, and for the caller's own presence", () => {
    given(past, newBot(70, 3))
      .when(recordPresence, { userId: user(70), status: active }, { actor: 70 })
      .thenRefused('bot-requests-refused');
    given(past)
      .when(recordPresence, { userId: user(3), status: active }, { actor: 1 })
      .thenRefused('permission-insufficient');
  });
});
