import { eraseContent } from '../../../commands/erasure/erase-content.ts';
import type { ErasureId, MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { facts, held } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';

const erasureId = 1 as ErasureId;
const one = (id: number, sender: number, events: number) => ({ facts: facts(id, sender), events, bytes: 10 * events });
const input = { erasureId, messages: [one(7, 3, 1), one(8, 1, 2), one(9, 3, 3)] };

describeCommand(eraseContent, () => {
  it('says what is erased, and passes over what is held', () => {
    const all = given(organization()).when(eraseContent, input, { actor: null });
    const erased = (ids: number[], events: number) => ({
      stream: logStream.audit(realmId),
      events: [
        {
          type: 'ContentErased' as const,
          data: { erasureId, messageIds: ids as MessageId[], events, bytes: 10 * events },
        },
      ],
    });
    all.thenHappens(erased([7, 8, 9], 6));
    all.thenAnswers({ held: 0 });
    const some = given(organization(), held(1, { users: [3] })).when(eraseContent, input, { actor: null });
    some.thenHappens(erased([8], 2));
    some.thenAnswers({ held: 2 });
    given(organization(), held(1, { users: [1, 3] }))
      .when(eraseContent, input, { actor: null })
      .thenNothing();
  });
});
