import { expect } from 'chai';
import { sendNotice } from '../../../commands/message/send-notice.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import type { Place } from '../../../src/vocabulary/places.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { between, inTopic, opened, text } from '../../support/past-events.ts';

const past = [...organization(), opened(1, 'secret', [3], { inviteOnly: true, postPolicy: 2 })];
const messageId = 40 as MessageId;
const notice = (place: Place) => ({ messageId, senderId: user(8), place, content: 'News' });
const sent = (data: Partial<DataOf<'MessageSent'>>) =>
  appends(logStream.message(realmId, messageId), 'MessageSent', {
    messageId,
    senderId: user(8),
    place: inTopic(1, 'Plot'),
    text: text('News'),
    topicLinks: ['link of Plot'],
    alsoTo: [],
    ...data,
  });

describeCommand(sendNotice, () => {
  it('sends a message under the planned id, without a check of permissions', async () => {
    const when = await given(past).whenPrepared(sendNotice, notice(inTopic(1, 'Plot')), { actor: null });
    expect(when.thenHappens(sent({}))).to.deep.equal({ messageId });
    expect(when.rendered).to.deep.equal(['News']);
  });

  it('records for whom it counts as read', async () => {
    const input = { ...notice(inTopic(1, 'Plot')), readBy: user(3) };
    (await given(past).whenPrepared(sendNotice, input, { actor: null })).thenHappens(sent({ readBy: user(3) }));
  });

  it('links only to streams that its sender knows of, or another user who is given as the writer', async () => {
    const input = notice(inTopic(1, 'Plot'));
    for (const [wish, writer] of [
      [input, 8],
      [{ ...input, writer: user(3) }, 3],
      [{ ...input, senderId: user(7) }, 7],
    ] as const)
      expect((await given(past).whenPrepared(sendNotice, wish, { actor: null })).writers).to.deep.equal([writer]);
  });

  it('sends to people, without links in a topic', async () => {
    const when = await given(past).whenPrepared(sendNotice, notice(between(3, 8)), { actor: null });
    when.thenHappens(sent({ place: between(3, 8), topicLinks: [] }));
  });

  it('is also sent to the generic bots that it mentions', () => {
    const prepared = { text: text('News', { mentioned: [user(6)] }), topicLinks: [] };
    given(past)
      .when(sendNotice, notice(inTopic(1, 'Plot')), { actor: null, prepared })
      .thenHappens(sent({ text: prepared.text, topicLinks: [], alsoTo: [user(6)] }));
  });

  it('does not depend on other messages: a repeated plan makes the same event, which the log refuses', async () => {
    const input = notice(inTopic(1, 'Plot'));
    const first = await given(past).whenPrepared(sendNotice, input, { actor: null });
    (await first.andThen().whenPrepared(sendNotice, input, { actor: null })).thenHappens(sent({}));
    expect(sendNotice.stream(input, realmId)).to.equal(null);
  });
});
