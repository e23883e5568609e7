import { removeBotStorage } from '../../../commands/bot-storage/remove-bot-storage.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { stored } from '../../support/writes.ts';

const past = [...organization(), stored(6, { a: '1', b: '2' })];
const asks = askingFor(removeBotStorage, past);
const userId = user(6);
const gone = (...removed: string[]) =>
  appends(logStream.user(realmId, userId), 'BotStorageChanged', { userId, values: {}, removed });

describeCommand(removeBotStorage, () => {
  it('removes what is named, each once, or everything', () => {
    asks(6, { userId, keys: ['b', 'b'] }).thenHappens(gone('b'));
    asks(6, { userId }).thenHappens(gone('a', 'b'));
    asks(6, { userId, keys: [] }).thenNothing();
    given(organization()).when(removeBotStorage, { userId }, { actor: 6 }).thenNothing();
  });

  it('removes nothing if one key is missing', () => {
    asks(6, { userId, keys: ['a', 'c'] }).thenRefused('storage-key-missing');
    asks(6, { userId, keys: ['a'] }, stored(6, {}, 'a')).thenRefused('storage-key-missing');
  });

  it("is only for the caller's own storage", () => {
    asks(3, { userId }).thenRefused('permission-insufficient');
  });
});
