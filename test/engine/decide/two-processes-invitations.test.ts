/** Two processes decide at once about one invitation: who joins by it, whether it is taken back, sent again, or has ended. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { acceptInvitation } from '../../../commands/invitation/accept-invitation.ts';
import { endInvitation } from '../../../commands/invitation/end-invitation.ts';
import { recordInvitationEmail } from '../../../commands/invitation/record-invitation-email.ts';
import { resendInvitation } from '../../../commands/invitation/resend-invitation.ts';
import { revokeInvitation } from '../../../commands/invitation/revoke-invitation.ts';
import { sendInvitation } from '../../../commands/invitation/send-invitation.ts';
import type { Executed } from '../../../src/engine/decide/executor.ts';
import { spentInvitations } from '../../../src/state/invitations.ts';
import { idOfLeaf } from '../../../src/vocabulary/events/id-of-leaf.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { InvitationId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { realmId } from '../../support/given.ts';
import { bothProcesses, rounds } from './both-processes.ts';

describe('two processes on one log, for invitations', () => {
  const both = bothProcesses();
  const { seed, run, stateOfBoth, realmOfBoth, okay, codeOf } = both;

  let sent = 0;
  async function invited(forMany: boolean): Promise<InvitationId> {
    sent += 1;
    const email = forMany ? null : `invited${sent}@test.example`;
    const { invitationId } = okay(await run(0, sendInvitation, { email, role: 400, channelIds: [1 as never] }, 1));
    await stateOfBoth();
    return invitationId;
  }
  const joins = (number: number, invitationId: InvitationId, forMany: boolean) => {
    const person = { fullName: `Joins ${sent}`, ...(forMany && { email: `joins${sent}@test.example` }) };
    return run(number, acceptInvitation, { invitationId, generation: 1, ...person }, null);
  };
  const revokes = (number: number, invitationId: InvitationId, forMany: boolean) =>
    run(number, revokeInvitation, { invitationId, forMany }, 1);

  for (const forMany of [false, true])
    it(`let nobody join by ${forMany ? 'a link for many people' : 'an invitation'} that was revoked`, async () => {
      const codes = new Set<string>();
      for (let round = 0; round < 2 * rounds; round += 1) {
        const invitationId = await invited(forMany);
        const joining = joins(round, invitationId, forMany);
        // An acceptance appends more than a revocation, and would never be the first.
        for (let turns = 0; turns < round; turns += 1) await nextTurn();
        const revoked = await revokes(round + 1, invitationId, forMany);
        const joined = await joining;
        codes.add(codeOf(joined));
        if (!joined.ok || forMany) okay<unknown>(revoked);
        else expect(codeOf(revoked), `seed ${seed}, round ${round}`).to.equal('invitation-missing');
        const decided: string[] = [];
        for await (const { type, data } of both.log.readAll(0, [logStream.directory(realmId)]))
          if ((data as { invitationId?: number }).invitationId === invitationId) decided.push(type);
        expect(decided, `seed ${seed}`).to.deep.equal([
          ...(joined.ok ? ['UserCreated'] : []),
          ...(revoked.ok ? ['InvitationRevoked'] : []),
        ]);
        const { directory, people } = await realmOfBoth();
        const isHere = [...people.byId.values()].some(
          ({ userId, fullName }) => fullName === `Joins ${sent}` && directory.accounts.has(userId),
        );
        expect(isHere, `seed ${seed}`).to.equal(joined.ok);
        expect(codeOf(await joins(round, invitationId, forMany)), `seed ${seed}`).to.equal('invitation-invalid');
      }
      expect([...codes], `seed ${seed}: either was first`).to.have.members(['ok', 'invitation-invalid']);
    });

  it('end an invitation with the leaves of all events about it', async () => {
    for (let round = 0; round < 2 * rounds; round += 1) {
      const invitationId = await invited(false);
      const ends: Promise<Executed<unknown>> =
        round % 2 ? joins(round, invitationId, false) : revokes(round, invitationId, false);
      const again: Promise<Executed<unknown>> =
        round % 3
          ? run(round + 1, resendInvitation, { invitationId }, 1)
          : run(round + 1, recordInvitationEmail, { invitationId, generation: 1 }, null);
      const [ended] = await Promise.all([ends, again]);
      // A link that was replaced first is of no use.
      if (!ended.ok) okay<unknown>(await revokes(0, invitationId, false));
      const state = await stateOfBoth();
      for (const spent of spentInvitations(state, both.now()))
        okay<unknown>(await run(round, endInvitation, { ...spent, asOf: both.now() }, null));
      const events = await both.log.readStream(logStream.invitation(realmId, invitationId));
      const last = events.pop();
      if (last?.type !== 'InvitationEnded') throw new Error(`seed ${seed}: ${last?.type}`);
      const { leaves } = last.data as DataOf<'InvitationEnded'>;
      expect(leaves.map(idOfLeaf), `seed ${seed}, round ${round}`).to.deep.equal(events.map(({ id }) => id));
    }
  });
});
