import { recordPresence } from '../../../commands/ephemeral/record-presence.ts';
import type { ClientPresence } from '../../../src/vocabulary/events/ephemeral.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, type Given, realmId, testNow } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newBot, presenceTold, sets } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(recordPresence, past);
const active = 'active' as const;
const kept = limits.presenceKeptSecs * 1000;
const clientPresence = (status: 'active' | 'idle', ageMs: number, client = 'web'): ClientPresence => ({
  client,
  status,
  at: testNow - ageMs,
});
const reports = (status: 'active' | 'idle', ...more: readonly Given[]) =>
  asks({ actor: 3, client: 'web' }, { userId: user(3), status }, more);
const recorded = (...clients: ClientPresence[]) =>
  appends(logStream.presence(realmId, user(3)), 'PresenceTold', { userId: user(3), clients });

describeCommand(recordPresence, () => {
  it('records the first report of a client', () => {
    reports('idle').thenHappens(recorded(clientPresence('idle', 0)));
  });

  it('does not record again what others know already (presenceKeptSecs)', () => {
    reports('active', presenceTold(3, clientPresence('active', kept - 1))).thenNothing();
    reports('idle', presenceTold(3, clientPresence('idle', kept - 1))).thenNothing();
    reports('active', presenceTold(3, clientPresence('active', kept))).thenHappens(
      recorded(clientPresence('active', 0)),
    );
    reports('idle', presenceTold(3, clientPresence('idle', kept))).thenHappens(recorded(clientPresence('idle', 0)));
  });

  it('records at once that somebody is back, and only later that they are idle', () => {
    reports('active', presenceTold(3, clientPresence('idle', 1))).thenHappens(recorded(clientPresence('active', 0)));
    reports('idle', presenceTold(3, clientPresence('active', kept - 1))).thenNothing();
    reports('idle', presenceTold(3, clientPresence('active', kept))).thenHappens(recorded(clientPresence('idle', 0)));
  });

  it('keeps what other clients reported, in the order of their reports', () => {
    const [phone, desktop] = [clientPresence('idle', 5_000, 'phone'), clientPresence('active', 3_000, 'desktop')];
    reports('active', presenceTold(3, clientPresence('idle', 9_000), phone, desktop)).thenHappens(
      recorded(phone, desktop, clientPresence('active', 0)),
    );
  });

  it('records what one client reports, whatever others reported a moment ago', () => {
    const phone = clientPresence('active', 1, 'phone');
    reports('active', presenceTold(3, phone)).thenHappens(recorded(phone, clientPresence('active', 0)));
    const [other, own] = [clientPresence('idle', 1, 'phone'), clientPresence('active', 1)];
    reports('active', presenceTold(3, other, own)).thenNothing();
  });

  it('forgets the oldest of many clients, once it no longer reports (presenceClientsMax)', () => {
    const many = (oldest: number) =>
      Array.from({ length: limits.presenceClientsMax }, (_, at) =>
        clientPresence('active', oldest - at, `client ${at}`),
      );
    reports('active', presenceTold(3, ...many(kept - 1))).thenNothing();
    const old = many(kept);
    reports('active', presenceTold(3, ...old)).thenHappens(recorded(...old.slice(1), clientPresence('active', 0)));
  });

  it('records nothing for users who disabled it, and their first report once they show it again', () => {
    const hidden = [presenceTold(3, clientPresence('active', 1)), sets(3, { presence_enabled: false })];
    reports('active', ...hidden).thenNothing();
    const shown = sets(3, { presence_enabled: true });
    reports('active', ...hidden, shown).thenHappens(recorded(clientPresence('active', 0)));
  });

  it("is only for people, and for the caller's own presence", () => {
    asks(70, { userId: user(70), status: active }, newBot(70, 3)).thenRefused('bot-requests-refused');
    asks(1, { userId: user(3), status: active }).thenRefused('permission-insufficient');
  });
});
