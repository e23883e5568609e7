import { eraseContent } from '../../../commands/erasure/erase-content.ts';
import type { ErasureTarget } from '../../../src/vocabulary/events/erasures.ts';
import type { ChannelId, ErasureId, MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureAsked } from '../../support/erasure-writes.ts';
import { appends, askingFor, type Given, realmId } from '../../support/given.ts';
import { facts, held } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { deactivated, reactivated, settingsChanged } from '../../support/writes.ts';

const asks = askingFor(eraseContent, organization());

const erasureId = 1 as ErasureId;
const one = (id: number, sender: number, events: number) => ({ facts: facts(id, sender), events, bytes: 10 * events });
const input = { erasureId, messages: [one(7, 3, 1), one(8, 1, 2), one(9, 3, 3)] };

describeCommand(eraseContent, () => {
  it('names what is erased, and passes over what is held', () => {
    const all = asks(null, input);
    const erased = (ids: number[], events: number) =>
      appends(logStream.audit(realmId), 'ContentErased', {
        erasureId,
        messageIds: ids as MessageId[],
        events,
        bytes: 10 * events,
      });
    all.thenHappens(erased([7, 8, 9], 6));
    all.thenAnswers({ held: 0, isOver: false });
    const some = asks(null, input, held(1, { users: [3] }));
    some.thenHappens(erased([8], 2));
    some.thenAnswers({ held: 2, isOver: false });
    asks(null, input, held(1, { users: [1, 3] })).thenNothing();
  });

  it('ends the erasure of a person who was reactivated at the moment of the request', () => {
    const asked = erasureAsked(1, { target: { kind: 'user', userId: 3 as UserId } });
    const since = (...past: Given[]) => asks(null, input, deactivated(3), asked, past);
    since().thenAnswers({ held: 0, isOver: false });
    since(reactivated(3)).thenNothing();
    since(reactivated(3)).thenAnswers({ held: 0, isOver: true });
  });

  it('ends a retention run if the retention period was extended after it began', () => {
    const until = 1_000;
    const days = (number: number) => settingsChanged({ message_retention_days: number });
    const run = (target: ErasureTarget, ...since: Given[]) =>
      asks(null, input, opened(5, 'plans', [1]), days(30), erasureAsked(1, { target, retention: { days: 30 } }), since);
    const [ofPrivate, ofChannel]: ErasureTarget[] = [
      { kind: 'private', until },
      { kind: 'channel', channelId: 5 as ChannelId, topic: null, until },
    ];
    for (const target of [ofPrivate, ofChannel] as ErasureTarget[]) {
      for (const since of [[], [days(7)]]) run(target, ...since).thenAnswers({ held: 0, isOver: false });
      for (const since of [days(31), days(-1)]) {
        run(target, since).thenNothing();
        run(target, since).thenAnswers({ held: 0, isOver: true });
      }
    }
  });
});
