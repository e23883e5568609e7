import { carryOverPassword } from '../../../commands/user/carry-over-password.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, happened, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const past = organization();
const asks = askingFor(carryOverPassword, past);
const userId = user(3);
const stream = logStream.password(realmId, userId);
const set = (hash: string, signature?: string) =>
  happened(stream, 'PasswordSet', { userId, hash, ...(signature !== undefined && { signature }) });
const found = { userId, hash: 'hash', signature: 'former' };

describeCommand(carryOverPassword, () => {
  it('signs the hash of a password again, once', () => {
    const carried = asks(null, found, set('hash', 'former'));
    carried.thenHappens(appends(stream, 'PasswordSet', { userId, hash: 'hash', signature: '3 has hash' }));
    carried.andThen().when(carryOverPassword, found, { actor: null }).thenNothing();
    asks(null, { ...found, signature: '3 has hash' }, set('hash', '3 has hash')).thenNothing();
  });

  it('signs only the hash that was found, with the signature that was found', () => {
    for (const present of [[], [set('newer', 'former')], [set('hash', 'forged')], [set('hash')]])
      asks(null, found, present).thenNothing();
  });
});
