import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, happened, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { deactivated, newBot } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(rotateApiKey, past);
const rotated = (id: number, generation: number, more: { tokenGeneration?: number } = {}) =>
  appends(logStream.directory(realmId), 'ApiKeyRotated', { userId: user(id), generation, ...more });

describeCommand(rotateApiKey, () => {
  it("replaces the caller's own key, each time by the next one", () => {
    const first = asks(3, { userId: user(3) });
    first.thenHappens(rotated(3, 2));
    first.thenAnswers({ generation: 2 });
    asks(
      3,
      { userId: user(3) },
      happened(logStream.directory(realmId), 'ApiKeyRotated', { userId: user(3), generation: 2 }),
    ).thenHappens(rotated(3, 3));
  });

  it("replaces a bot's key for its owner, for administrators and for itself", () => {
    for (const actor of [3, 2, 6]) asks(actor, { userId: user(6) }).thenHappens(rotated(6, 2));
  });

  it("ends the appointment of an auditor's bot if somebody else gets its key, and no other", () => {
    const auditors = [...past, ...newBot(10, 1), appointed(10), appointed(3)];
    const rotating = (id: number, actor: number | null) =>
      given(auditors).when(rotateApiKey, { userId: user(id) }, { actor });
    const why = { cause: 'key-replaced' } as const;
    rotating(10, 2).thenHappens(
      appends(logStream.audit(realmId), 'AuditorDismissed', { userId: user(10), why }),
      rotated(10, 2),
    );
    for (const actor of [1, 10, null]) rotating(10, actor).thenHappens(rotated(10, 2));
    for (const actor of [3, null]) rotating(3, actor).thenHappens(rotated(3, 2));
  });

  it('replaces the token of an outgoing webhook, too', () => {
    const first = asks(3, { userId: user(7), onlyBot: true });
    first.thenHappens(rotated(7, 2, { tokenGeneration: 2 }));
    first
      .andThen()
      .when(rotateApiKey, { userId: user(7) }, { actor: 7 })
      .thenHappens(rotated(7, 3, { tokenGeneration: 3 }));
  });

  it('refuses to replace the keys of others', () => {
    asks(1, { userId: user(3) }).thenRefused('permission-insufficient');
    asks(4, { userId: user(6) }).thenRefused('permission-insufficient');
    asks(1, { userId: user(8) }).thenRefused('bot-missing');
  });

  it('refuses people and unknown users if only bots are allowed', () => {
    for (const id of [3, 77]) asks(3, { userId: user(id), onlyBot: true }).thenRefused('bot-missing');
  });

  it('refuses unknown and deactivated users', () => {
    asks(1, { userId: user(77) }).thenRefused('user-missing');
    asks(3, { userId: user(6) }, deactivated(6)).thenRefused('user-deactivated');
  });
});
