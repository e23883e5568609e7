/** What stands in several log streams, decided by two processes at once: joining by an invitation, and settings of people. */
import { expect } from 'chai';
import { acceptInvitation } from '../../../commands/invitation/accept-invitation.ts';
import { sendInvitation } from '../../../commands/invitation/send-invitation.ts';
import { changeDisplaySettings } from '../../../commands/user/change-display-settings.ts';
import { createUser } from '../../../commands/user/create-user.ts';
import { updateUser } from '../../../commands/user/update-user.ts';
import type { Executed } from '../../../src/engine/decide/executor.ts';
import { isSubscribed } from '../../../src/state/memberships.ts';
import { displayOf, preferencesOf } from '../../../src/state/preferences.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { bothProcesses, rounds } from './both-processes.ts';

describe('two processes on one log, for people', () => {
  const { seed, run, stateOfBoth, realmOfBoth, okay, codeOf, each } = bothProcesses();

  it('let one person join by an invitation, and leave nothing of who came later', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `invited${round}@test.example`;
      const { invitationId } = okay(await run(0, sendInvitation, { email, role: 400, channelIds: [1 as never] }, 1));
      await stateOfBoth();
      const done = await each(4, (number): Promise<Executed<unknown>> => {
        const fullName = `Invited ${round} ${number}`;
        if (number === 3) return run(1, createUser, { email, fullName, role: 400 }, 1);
        return run(number, acceptInvitation, { invitationId, generation: 1, fullName }, null);
      });
      expect(
        done.filter(({ ok }) => ok),
        `seed ${seed}: ${done.map(codeOf)}`,
      ).to.have.length(1);
      const realm = await realmOfBoth();
      // The policy `erasure`, which these engines do not have, removes the names of who did not join.
      const named = [...realm.people.byId.values()].filter(
        ({ userId, ...person }) => person.email === email && realm.directory.accounts.has(userId),
      );
      const winner = done.findIndex(({ ok }) => ok);
      expect(named.map(({ fullName }) => fullName)).to.deep.equal([`Invited ${round} ${winner}`]);
      for (const { userId } of named) expect(isSubscribed(realm.memberships, 1, userId)).to.equal(true);
      // Who was added otherwise leaves the invitation without use.
      if (winner !== 3) expect(realm.invitations.byId.has(invitationId)).to.equal(false);
    }
  });

  it('change settings that stand with the person and with the user from both processes', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const timezone = round % 2 ? 'Europe/Berlin' : 'Asia/Tokyo';
      const done = await Promise.all([
        run(
          0,
          changeDisplaySettings,
          { userId: 3 as UserId, settings: { twenty_four_hour_time: round % 2 === 0 }, timezone },
          3,
        ),
        run(1, updateUser, { userId: 3 as UserId, fullName: `Settled ${round}` }, 1),
        run(
          1,
          changeDisplaySettings,
          { userId: 3 as UserId, settings: { emojiset: round % 2 ? 'text' : 'google' } },
          3,
        ),
      ]);
      for (const one of done) okay<unknown>(one);
      const realm = await realmOfBoth();
      expect(realm.people.byId.get(3 as UserId)).to.include({ fullName: `Settled ${round}`, timezone });
      expect(displayOf(preferencesOf(realm.preferences, 3 as UserId))).to.include({
        twenty_four_hour_time: round % 2 === 0,
        emojiset: round % 2 ? 'text' : 'google',
      });
    }
  });
});
