import { removeBotStorage } from '../../../commands/bot-storage/remove-bot-storage.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { stored } from '../../support/writes.ts';

const past = [...organization(), stored(6, { a: '1', b: '2' })];
const userId = user(6);
const gone = (...removed: string[]) => ({
  stream: logStream.user(realmId, userId),
  events: [{ type: 'BotStorageChanged' as const, data: { userId, values: {}, removed } }],
});

describeCommand(removeBotStorage, () => {
  it('removes what is named, each once, or everything', () => {
    given(past)
      .when(removeBotStorage, { userId, keys: ['b', 'b'] }, { actor: 6 })
      .thenHappens(gone('b'));
    given(past).when(removeBotStorage, { userId }, { actor: 6 }).thenHappens(gone('a', 'b'));
    given(past).when(removeBotStorage, { userId, keys: [] }, { actor: 6 }).thenNothing();
    given(organization()).when(removeBotStorage, { userId }, { actor: 6 }).thenNothing();
  });

  it('removes nothing if one key is missing', () => {
    given(past)
      .when(removeBotStorage, { userId, keys: ['a', 'c'] }, { actor: 6 })
      .thenRefused('storage-key-missing');
    given(past, stored(6, {}, 'a'))
      .when(removeBotStorage, { userId, keys: ['a'] }, { actor: 6 })
      .thenRefused('storage-key-missing');
  });

  it("is only for the caller's own storage", () => {
    given(past).when(removeBotStorage, { userId }, { actor: 3 }).thenRefused('permission-insufficient');
  });
});
