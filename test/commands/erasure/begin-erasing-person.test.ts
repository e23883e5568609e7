import { beginErasingPerson } from '../../../commands/erasure/begin-erasing-person.ts';
import type { ErasureId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { inAudit } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureAsked } from '../../support/erasure-writes.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { held, holdEnded } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { deactivated, reactivated } from '../../support/writes.ts';

const userId = 3 as UserId;
const erasureId = 1 as ErasureId;
const nothing = { erasureId, messageIds: [], events: 0, bytes: 0 };
const dataOf = { person: { ...nothing, userId }, scheduled: { ...nothing, scheduledOf: userId } };
const parts = ['scheduled', 'person'] as const;
const beginning = (what: 'scheduled' | 'person', ...past: Given[]) => {
  const asked = erasureAsked(1, { target: { kind: 'user', userId } });
  return given(organization(), deactivated(3), asked, past).when(beginErasingPerson, { erasureId, userId, what });
};

describeCommand(beginErasingPerson, () => {
  it('is recorded once for each part, and a later hold does not undo it', () => {
    for (const [index, what] of parts.entries()) {
      const data = dataOf[what];
      const happens = appends(logStream.audit(realmId), 'ContentErased', data);
      const other = inAudit('ContentErased', dataOf[parts[1 - index] ?? what]);
      for (const past of [[], [held(1, { users: [3] }), holdEnded(1)], [other]]) {
        beginning(what, ...past).thenHappens(happens);
        beginning(what, ...past).thenAnswers({ held: false });
      }
      const again = beginning(what, inAudit('ContentErased', data), held(1, { users: [3] }));
      again.thenNothing();
      again.thenAnswers({ held: false });
    }
  });

  it('skips custodians of a hold, and users who are active again', () => {
    for (const what of parts)
      for (const past of [held(1, { users: [3] }), reactivated(3)]) {
        beginning(what, past).thenNothing();
        beginning(what, past).thenAnswers({ held: true });
      }
  });
});
