import { expect } from 'chai';
import { updateBotStorage } from '../../../commands/bot-storage/update-bot-storage.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { stored } from '../../support/writes.ts';

const past = organization();
const wish = (values: Record<string, string>) => ({ userId: user(6), values });
const as = { actor: 6 };

describeCommand(updateBotStorage, () => {
  it('is one event with the sent values, and reports its size', () => {
    const result = given(past, stored(6, { old: 'x' }))
      .when(updateBotStorage, wish({ a: '1', é: 'ü' }), as)
      .thenHappens({
        stream: logStream.user(realmId, user(6)),
        events: [{ type: 'BotStorageChanged', data: { userId: user(6), values: { a: '1', é: 'ü' }, removed: [] } }],
      });
    expect(result).to.deep.equal({ bytes: 6 });
    given(past).when(updateBotStorage, wish({}), as).thenNothing();
  });

  it('is limited in bytes and keys, including what is stored already (botStorageBytesMax, botStorageKeysMax)', () => {
    const half = 'x'.repeat(limits.botStorageBytesMax / 2);
    const full = given(past, stored(6, { a: half, b: half.slice(2) }));
    full.when(updateBotStorage, wish({ a: half.slice(1) }), as).thenAnswers({ bytes: half.length });
    given(past, stored(6, { a: half.slice(1), b: half.slice(2) }))
      .when(updateBotStorage, wish({ a: half }), as)
      .thenAnswers({ bytes: half.length + 1 });
    full
      .when(updateBotStorage, wish({ c: 'x' }), as)
      .thenRefused('storage-full', { beyond: 2, bytesMax: limits.botStorageBytesMax });
    full.when(updateBotStorage, { ...wish({ c: 'x' }), userId: user(7) }, { actor: 7 }).thenAnswers({ bytes: 2 });
    const many = Object.fromEntries(Array.from({ length: limits.botStorageKeysMax }, (_, index) => [`k${index}`, '']));
    given(past, stored(6, many))
      .when(updateBotStorage, wish({ k0: 'x' }), as)
      .thenAnswers({ bytes: 3 });
    given(past, stored(6, many))
      .when(updateBotStorage, wish({ other: '' }), as)
      .thenRefused('storage-keys-too-many');
    given(past, stored(6, many), stored(6, {}, 'k0', 'k1'))
      .when(updateBotStorage, wish({ other: '' }), as)
      .thenAnswers({ bytes: 5 });
  });

  it('accepts keys that are neither empty nor too long, and that every store accepts (botStorageKeyBytesMax)', () => {
    for (const key of ['', 'x'.repeat(limits.botStorageKeyBytesMax + 1), 'a\nb', '\ud800'])
      given(past)
        .when(updateBotStorage, wish({ [key]: 'x' }), as)
        .thenRefused('storage-key-invalid');
    given(past)
      .when(updateBotStorage, wish({ ['x'.repeat(limits.botStorageKeyBytesMax)]: '' }), as)
      .thenAnswers({ bytes: limits.botStorageKeyBytesMax });
  });

  it("is only for the caller's own storage", () => {
    for (const actor of [1, 3])
      given(past)
        .when(updateBotStorage, wish({ a: '1' }), { actor })
        .thenRefused('permission-insufficient');
  });
});
