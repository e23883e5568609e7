/** Changes that end the appointment of an auditor automatically. The end is in the log before its cause. */
import { expect } from 'chai';
import { deactivateBot } from '../../../commands/bot/deactivate-bot.ts';
import { updateBot } from '../../../commands/bot/update-bot.ts';
import { deactivateUser } from '../../../commands/user/deactivate-user.ts';
import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import { updateUser } from '../../../commands/user/update-user.ts';
import type { Append, Decision } from '../../../src/define/command.ts';
import { appointed } from '../../support/audit-writes.ts';
import { askingFor, given } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { newBot } from '../../support/writes.ts';

/** Owner 11 has bot 10. Both are auditors, and so is member 3. */
const past = () => [
  ...organization(),
  ...newUser(11, { role: 100 }),
  ...newBot(10, 11),
  appointed(10),
  appointed(11),
  appointed(3),
];
const asks = askingFor(updateUser, past());

/** Whose appointment the decision ends, and why; its first append does that. */
function ended({ decision }: { readonly decision: Decision<unknown> }): unknown {
  if (!decision.ok) throw new Error(decision.refusal.code);
  const [first] = decision.appends as readonly Append[];
  return first?.events.flatMap(({ type, data }) =>
    type === 'AuditorDismissed' && 'cause' in data.why ? [[data.userId, data.why.cause]] : [],
  );
}

describe('an appointment of an auditor', () => {
  it("ends with a demotion, which also ends those of an owner's bots", () => {
    const demote = (id: number, role: 200 | 600) => asks(1, { userId: user(id), role });
    expect(ended(demote(3, 600))).to.deep.equal([[3, 'role-changed']]);
    expect(ended(demote(11, 200))).to.deep.equal([
      [11, 'role-changed'],
      [10, 'role-changed'],
    ]);
  });

  it('stays with a promotion, and with another name', () => {
    expect(ended(asks(1, { userId: user(3), role: 200 }))).to.deep.equal([]);
    expect(ended(asks(1, { userId: user(3), fullName: 'Another' }))).to.deep.equal([]);
  });

  it('ends with the deactivation of the account, as do those of its bots', () => {
    expect(ended(given(past()).when(deactivateUser, { userId: user(11) }))).to.deep.equal([
      [11, 'deactivated'],
      [10, 'deactivated'],
    ]);
    expect(ended(given(past()).when(deactivateBot, { botId: user(10) }))).to.deep.equal([[10, 'deactivated']]);
  });

  it('ends if the bot gets another owner', () => {
    expect(ended(given(past()).when(updateBot, { botId: user(10), ownerId: user(1) }))).to.deep.equal([
      [10, 'bot-transferred'],
    ]);
  });

  it("ends if somebody other than its owner replaces the bot's key", () => {
    const replace = (actor: number) => given(past()).when(rotateApiKey, { userId: user(10), onlyBot: true }, { actor });
    expect(ended(replace(2))).to.deep.equal([[10, 'key-replaced']]);
    expect(ended(replace(11))).to.deep.equal([]);
  });
});
