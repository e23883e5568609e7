import { expect } from 'chai';
import { updateBotStorage } from '../../../commands/bot-storage/update-bot-storage.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { stored } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(updateBotStorage, past);
const wish = (values: Record<string, string>) => ({ userId: user(6), values });
const as = { actor: 6 };

describeCommand(updateBotStorage, () => {
  it('is one event with the sent values, and reports its size', () => {
    const result = asks(as, wish({ a: '1', é: 'ü' }), stored(6, { old: 'x' })).thenHappens(
      appends(logStream.user(realmId, user(6)), 'BotStorageChanged', {
        userId: user(6),
        values: { a: '1', é: 'ü' },
        removed: [],
      }),
    );
    expect(result).to.deep.equal({ bytes: 6 });
    asks(as, wish({})).thenNothing();
  });

  it('is limited in bytes and keys, including what is stored already (botStorageBytesMax, botStorageKeysMax)', () => {
    const half = 'x'.repeat(limits.botStorageBytesMax / 2);
    const full = given(past, stored(6, { a: half, b: half.slice(2) }));
    full.when(updateBotStorage, wish({ a: half.slice(1) }), as).thenAnswers({ bytes: half.length });
    asks(as, wish({ a: half }), stored(6, { a: half.slice(1), b: half.slice(2) })).thenAnswers({
      bytes: half.length + 1,
    });
    full
      .when(updateBotStorage, wish({ c: 'x' }), as)
      .thenRefused('storage-full', { beyond: 2, bytesMax: limits.botStorageBytesMax });
    full.when(updateBotStorage, { ...wish({ c: 'x' }), userId: user(7) }, { actor: 7 }).thenAnswers({ bytes: 2 });
    const many = Object.fromEntries(Array.from({ length: limits.botStorageKeysMax }, (_, index) => [`k${index}`, '']));
    asks(as, wish({ k0: 'x' }), stored(6, many)).thenAnswers({ bytes: 3 });
    asks(as, wish({ other: '' }), stored(6, many)).thenRefused('storage-keys-too-many');
    asks(as, wish({ other: '' }), stored(6, many), stored(6, {}, 'k0', 'k1')).thenAnswers({ bytes: 5 });
  });

  it('accepts keys that are neither empty nor too long, and that every store accepts (botStorageKeyBytesMax)', () => {
    for (const key of ['', 'x'.repeat(limits.botStorageKeyBytesMax + 1), 'a\nb', '\ud800'])
      asks(as, wish({ [key]: 'x' })).thenRefused('storage-key-invalid');
    asks(as, wish({ ['x'.repeat(limits.botStorageKeyBytesMax)]: '' })).thenAnswers({
      bytes: limits.botStorageKeyBytesMax,
    });
  });

  it("is only for the caller's own storage", () => {
    for (const actor of [1, 3]) asks(actor, wish({ a: '1' })).thenRefused('permission-insufficient');
  });
});
