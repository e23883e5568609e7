/** Tests of sending under an idempotency key, for the file of the command. */
import { expect } from 'chai';
import { sendMessage } from '../../../commands/message/send-message.ts';
import type { Append } from '../../../src/define/command.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { EventId, MessageId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appends, type Given, given, happened, realmId, recorded, testNow } from '../../support/given.ts';
import { deletes, inTopic, sends } from '../../support/past-events.ts';

type Input = Parameters<(typeof sendMessage)['decide']>[1];
type SendingCase = {
  readonly input: Input;
  readonly prepared: unknown;
  readonly sent: (data: Partial<DataOf<'MessageSent'>>) => Append;
};

const stream = logStream.request(realmId, 'key');
const minted = '00000000-0000-4000-8000-00000000eeee' as EventId;
const id = (messageId: number) => messageId as MessageId;
const claims = (messageId: number, eventId = minted, at = testNow): Given =>
  happened(stream, 'RequestClaimed', { fingerprint: 'asked', messageId: id(messageId), eventId }, { at });
const claimed = (messageId: number, eventId = minted): Append =>
  appends(stream, 'RequestClaimed', { fingerprint: 'asked', messageId: id(messageId), eventId });
/** The id that the event gets which is so far in the past. */
const idOf = (past: readonly Given[]): EventId => recorded(past).at(-1)?.id as EventId;

export function sendingOnce(past: readonly Given[], { input, prepared, sent }: SendingCase): void {
  const once = { ...input, idempotency: { key: 'key', fingerprint: 'asked' } };
  const other = { ...input, idempotency: { key: 'key', fingerprint: 'other' } };
  const when = { actor: 3, prepared };
  const place = inTopic(1, 'Lunch');
  const afterSending = [...past, sends(1, 3, place)];
  const done = [...afterSending, claims(1, idOf(afterSending))];

  describe('under an idempotency key', () => {
    it('claims the ids of the message, then sends it', () => {
      const { decision, thenHappens } = given(past).when(sendMessage, once, when);
      expect(thenHappens(claimed(1), sent({}))).to.deep.equal({ messageId: id(1), mentioned: 0, characters: 17 });
      const [, message] = decision.ok ? decision.appends : [];
      if (message?.expects !== 'new' || message.ids?.[0] !== minted) throw new Error('not under the claimed id');
    });

    it('gives the same answer if the message exists or was deleted, even if its sender may no longer send there', () => {
      given(done).when(sendMessage, once, when).thenNothing();
      given(done)
        .when(sendMessage, once, when)
        .thenAnswers({ messageId: id(1), mentioned: 0, characters: 0 });
      given(done, deletes(1, 3, place))
        .when(sendMessage, once, when)
        .thenAnswers({ messageId: id(1), mentioned: 0, characters: 0 });
      given(done)
        .when(sendMessage, once, { ...when, actor: 6 })
        .thenAnswers({ messageId: id(1), mentioned: 0, characters: 0 });
    });

    it('completes what was begun, with the claimed ids', () => {
      given(past, claims(7))
        .when(sendMessage, once, when)
        .thenHappens(sent({ messageId: id(7) }));
    });

    it('claims another id if the claimed one went to another message', () => {
      given(past, claims(1), sends(1, 3, place))
        .when(sendMessage, once, when)
        .thenHappens(claimed(2), sent({ messageId: id(2) }));
    });

    it('refuses another message', () => {
      given(done).when(sendMessage, other, when).thenRefused('idempotency-key-reused');
      given(past, claims(7)).when(sendMessage, other, when).thenRefused('idempotency-key-reused');
    });

    it('accepts the key for a new message after idempotencyKeySecs', () => {
      const old = testNow - limits.idempotencyKeySecs * 1000;
      given(past, claims(7, minted, old))
        .when(sendMessage, other, when)
        .thenRefused('idempotency-key-reused');
      given(past, claims(7, minted, old - 1))
        .when(sendMessage, once, when)
        .thenHappens(claimed(8), sent({ messageId: id(8) }));
    });

    it('claims nothing for a message that is refused', () => {
      given(past)
        .when(sendMessage, { ...once, content: ' ' }, when)
        .thenRefused('message-content-empty');
    });
  });
}
