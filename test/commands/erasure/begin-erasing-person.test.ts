import { beginErasingPerson } from '../../../commands/erasure/begin-erasing-person.ts';
import type { ErasureId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { inAudit } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureAsked } from '../../support/erasure-writes.ts';
import { type Given, given, realmId } from '../../support/given.ts';
import { held, holdEnded } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { deactivated, reactivated } from '../../support/writes.ts';

const userId = 3 as UserId;
const erasureId = 1 as ErasureId;
const data = { erasureId, messageIds: [], events: 0, bytes: 0, userId };
const beginning = (...past: Given[]) => {
  const asked = erasureAsked(1, { target: { kind: 'user', userId } });
  return given(organization(), deactivated(3), asked, past).when(beginErasingPerson, { erasureId, userId });
};

describeCommand(beginErasingPerson, () => {
  it('is on record once, and then whatever is placed on hold', () => {
    const happens = { stream: logStream.audit(realmId), events: [{ type: 'ContentErased' as const, data }] };
    for (const past of [[], [held(1, { users: [3] }), holdEnded(1)]]) {
      beginning(...past).thenHappens(happens);
      beginning(...past).thenAnswers({ held: false });
    }
    const again = beginning(inAudit('ContentErased', data), held(1, { users: [3] }));
    again.thenNothing();
    again.thenAnswers({ held: false });
  });

  it('passes over a custodian of a hold, and who is active again', () => {
    for (const past of [held(1, { users: [3] }), reactivated(3)]) {
      beginning(past).thenNothing();
      beginning(past).thenAnswers({ held: true });
    }
  });
});
