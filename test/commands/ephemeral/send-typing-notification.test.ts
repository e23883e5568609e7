import { sendTypingNotification } from '../../../commands/ephemeral/send-typing-notification.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, type given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { deactivated, settingsChanged } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(sendTypingNotification, past);
const typing = (to: readonly (number | string)[], op: 'start' | 'stop' = 'start') => ({
  userId: user(3),
  op,
  to: to as number[],
});

describeCommand(sendTypingNotification, () => {
  it('names the whole conversation', () => {
    for (const op of ['start', 'stop'] as const)
      asks(3, typing([2, 1, 2], op)).thenHappens(
        appends(logStream.typing(realmId, user(3)), 'TypingTold', {
          userId: user(3),
          op,
          userIds: [1, 2, 3].map(user),
        }),
      );
  });

  it('is sent if a message could be sent', () => {
    const refused = (
      to: readonly (number | string)[],
      code: (typeof sendTypingNotification.refusals)[number],
      ...more: Parameters<typeof given>
    ) => asks(3, typing(to), ...more).thenRefused(code);
    refused([], 'recipients-missing');
    refused(
      Array.from({ length: limits.recipientsMax + 1 }, (_, id) => id + 1),
      'recipients-too-many',
    );
    refused([999], 'recipient-id-unknown');
    refused(['nobody@x.example'], 'recipient-email-unknown');
    refused([2], 'recipient-deactivated', deactivated(2));
    refused([2], 'private-messages-disabled', settingsChanged({ private_message_policy: 2 }));
  });

  it("is only for the caller's own typing", () => {
    asks(2, typing([2])).thenRefused('permission-insufficient');
  });
});
