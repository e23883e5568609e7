/** Two processes decide at once about facts in several log streams: invitations, settings, accounts, auditors, scheduled messages. */
import { expect } from 'chai';
import { appointAuditor } from '../../../commands/audit/appoint-auditor.ts';
import { dismissAuditor } from '../../../commands/audit/dismiss-auditor.ts';
import { updateBot } from '../../../commands/bot/update-bot.ts';
import { completeErasure } from '../../../commands/erasure/complete-erasure.ts';
import { eraseContent } from '../../../commands/erasure/erase-content.ts';
import { requestErasure } from '../../../commands/erasure/request-erasure.ts';
import { acceptInvitation } from '../../../commands/invitation/accept-invitation.ts';
import { sendInvitation } from '../../../commands/invitation/send-invitation.ts';
import { sendMessage } from '../../../commands/message/send-message.ts';
import { cancelScheduledMessage } from '../../../commands/scheduled/cancel-scheduled-message.ts';
import { scheduleMessage } from '../../../commands/scheduled/schedule-message.ts';
import { sendScheduledMessage } from '../../../commands/scheduled/send-scheduled-message.ts';
import { settleScheduledMessage } from '../../../commands/scheduled/settle-scheduled-message.ts';
import { changeAccount } from '../../../commands/user/change-account.ts';
import { changeDisplaySettings } from '../../../commands/user/change-display-settings.ts';
import { createUser } from '../../../commands/user/create-user.ts';
import { deactivateUser } from '../../../commands/user/deactivate-user.ts';
import { reactivateUser } from '../../../commands/user/reactivate-user.ts';
import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import { updateUser } from '../../../commands/user/update-user.ts';
import type { Executed } from '../../../src/engine/decide/executor.ts';
import { isAuditor } from '../../../src/state/audit.ts';
import type { Account } from '../../../src/state/directory.ts';
import { isSubscribed } from '../../../src/state/memberships.ts';
import { preferencesOf } from '../../../src/state/preferences.ts';
import { displayOf } from '../../../src/vocabulary/display-settings.ts';
import type { ChannelId, ErasureId, ScheduledMessageId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { realmId } from '../../support/given.ts';
import { bothProcesses, rounds } from './both-processes.ts';

describe('two processes on one log, for people', () => {
  const both = bothProcesses();
  const { seed, run, stateOfBoth, realmOfBoth, okay, codeOf, each } = both;

  it('let one person join by an invitation, and leave no data of the one who came later', async () => {
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
      // If the person was added in another way, the invitation is not used.
      if (winner !== 3) expect(realm.invitations.byId.has(invitationId)).to.equal(false);
    }
  });

  it('change settings of the person and of the user from both processes', async () => {
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

  it("give the key of an auditor's bot to nobody who replaces it or takes over the bot at the same time", async () => {
    const botId = 4 as UserId;
    for (let round = 0; round < rounds; round += 1) {
      const [by, next] = round % 2 ? [2, 1] : [1, 2];
      okay(await run(0, updateBot, { botId, ownerId: by as UserId }, by));
      const [appointed, other] = await Promise.all([
        run(
          0,
          appointAuditor,
          { userId: botId, reason: 'review', request: { key: `k${round}`, fingerprint: 'f' } },
          by,
        ),
        round % 3
          ? run(1, rotateApiKey, { userId: botId }, next)
          : run(1, updateBot, { botId, ownerId: next as UserId }, by),
      ]);
      okay(appointed);
      okay<unknown>(other);
      const { audit, directory } = await realmOfBoth();
      const { keyGeneration } = directory.accounts.get(botId) as Account;
      // If the other process acted first, the appointment gives another key. If it acted later, it ends the appointment.
      const { generation } = (other.ok ? other.result : {}) as { generation?: number };
      if (generation !== undefined)
        expect(isAuditor({ audit, directory }, botId), `seed ${seed}`).to.equal(keyGeneration > generation);
      else expect(audit.auditors.has(botId), `seed ${seed}`).to.equal(isAuditor({ audit, directory }, botId));
      if (audit.auditors.has(botId)) okay(await run(0, dismissAuditor, { userId: botId, reason: 'over' }, 1));
      await stateOfBoth();
    }
  });

  it('replace a password once, and record the name that was sent with it', async () => {
    const userId = 3 as UserId;
    let replaces: string | null = null;
    for (let round = 0; round < rounds; round += 1) {
      const old: string | null = replaces;
      const done: Executed<unknown>[] = await each(4, (number) => {
        const password = { hash: `hash ${round}.${number}`, replaces: old };
        return run(number, changeAccount, { userId, password, fullName: `Named ${round}.${number}` }, 3);
      });
      expect(done.map(codeOf).sort(), `seed ${seed}`).to.deep.equal([
        'ok',
        ...Array.from({ length: 3 }, () => 'password-wrong'),
      ]);
      const winner = done.findIndex(({ ok }) => ok);
      replaces = `hash ${round}.${winner}`;
      const [set] = (await both.log.readStream(logStream.password(realmId, userId))).slice(-1);
      expect(set?.data, `seed ${seed}`).to.include({ hash: replaces });
      expect((await realmOfBoth()).people.byId.get(userId)?.fullName).to.equal(`Named ${round}.${winner}`);
    }
  });

  it('erase nothing of a person who is reactivated at the moment of the request for their erasure', async () => {
    const reason = 'request';
    okay(await run(0, appointAuditor, { userId: 1 as UserId, reason }, 1));
    await stateOfBoth();
    let crossed = 0;
    for (let round = 0; round < rounds; round += 1) {
      const email = `erased${round}@test.example`;
      const { userId } = okay(await run(0, createUser, { email, fullName: `Erased ${round}`, role: 400 }, 1));
      const to = { kind: 'channel', channel: 'general', topic: 'said' } as const;
      const { messageId } = okay(await run(0, sendMessage, { to, content: 'words' }, userId));
      okay<unknown>(await run(0, deactivateUser, { userId }, 1));
      await stateOfBoth();
      const asked = {
        reason,
        basis: 'law',
        target: { kind: 'user', userId } as const,
        needsApproval: false,
        heldBy: [],
      };
      const done = await Promise.all([
        run(0, requestErasure, asked, 1),
        run(1, reactivateUser, { userId }, 1) as Promise<Executed<unknown>>,
      ]);
      const { directory, erasures } = await realmOfBoth();
      expect(directory.accounts.get(userId)?.active, `seed ${seed}`).to.equal(done[1].ok);
      if (!done[0].ok) continue;
      const erasureId = erasures.erasureIdMax as ErasureId;
      const facts = { messageId, senderId: userId, sentAt: both.now(), addressed: [], stoodIn: [1 as ChannelId] };
      const erased = okay(await run(1, eraseContent, { erasureId, messages: [{ facts, events: 1, bytes: 1 }] }, null));
      expect(erased.isOver, `seed ${seed}, round ${round}`).to.equal(done[1].ok);
      if (done[1].ok) crossed += 1;
      okay<unknown>(await run(0, completeErasure, { erasureId, held: 0 }, null));
      await stateOfBoth();
    }
    expect(crossed, `seed ${seed}: both decided without the other`).to.be.above(0);
  });

  it('schedule a message once, and send or cancel it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const deliverAt = both.now() + 60_000;
      const idempotency = { key: `once-${round}`, fingerprint: 'f' };
      const to = { kind: 'channel', channel: 'general', topic: 'later' } as const;
      const asOf = both.now();
      const wanted = { to, content: `later ${round}`, deliverAt, asOf, reminder: false, idempotency };
      const asked = await each(4, async (number) => okay(await run(number, scheduleMessage, wanted, 3)).scheduledId);
      expect(new Set(asked).size, `seed ${seed}`).to.equal(1);
      const [scheduledId] = asked as [ScheduledMessageId];
      await stateOfBoth();
      both.passes(60_000);
      const settle = (number: number) => run(number, settleScheduledMessage, { scheduledId, asOf: both.now() }, null);
      const [cancelled, ...settled] = await Promise.all([
        run(round, cancelScheduledMessage, { scheduledId }, 3),
        ...[0, 1].map(async (number) => {
          const claimed = okay(await settle(number));
          if (claimed.status !== 'claimed') return undefined;
          okay<unknown>(await run(number, sendScheduledMessage, claimed, null));
          okay<unknown>(await settle(number));
          return claimed.claim.messageId;
        }),
      ]);
      const sent = new Set(settled.filter((id) => id !== undefined));
      expect(cancelled.ok, `seed ${seed}`).to.equal(sent.size === 0);
      const { scheduled, topics } = await realmOfBoth();
      expect(scheduled.byId.has(scheduledId)).to.equal(false);
      for (const id of sent) expect(topics.byChannel.get(1 as never)?.get('later')).to.include(id);
      let count = 0;
      for await (const { type, data } of both.log.readAll(0, ['message-1.']))
        if (type === 'MessageSent' && (data as { text: { content: string } }).text.content === wanted.content)
          count += 1;
      expect(count, `seed ${seed}`).to.equal(sent.size);
    }
  });
});
