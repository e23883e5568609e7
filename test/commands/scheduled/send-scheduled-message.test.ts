import { expect } from 'chai';
import { sendScheduledMessage } from '../../../commands/scheduled/send-scheduled-message.ts';
import type { EventId, MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { type Given, given, realmId } from '../../support/given.ts';
import { archived, between, founded, inTopic, newUser, opened, sends } from '../../support/past-events.ts';
import { scheduledClaimed, scheduledEnds, schedules, toSend } from '../../support/scheduled-writes.ts';
import { newBot, realmDeactivated } from '../../support/writes.ts';

const place = inTopic(1, 'lunch');
const minted = '00000000-0000-4000-8000-00000000eeee' as EventId;
const bot = newBot(9, null).map((one) => ({
  ...one,
  event: { ...one.event, data: { ...one.event.data, email: 'notification-bot@test.example' } } as Given['event'],
}));
const past = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), ...bot, opened(1, 'general', [1, 2])];
const content = 'Lunch?\n```\ncode';

const about = (
  more: Parameters<typeof toSend>[3] = {},
  obstacle?: string,
  where = place as Parameters<typeof toSend>[2],
) => {
  const claim = { messageId: 7 as MessageId, eventId: minted, ...(obstacle !== undefined && { obstacle }) };
  const scheduled = toSend(5, 2, where, { content, ...more });
  const begun = [...past, schedules(5, 2, where, { content, ...more }), scheduledClaimed(5, 7, minted, obstacle)];
  return { input: { scheduled, claim }, begun };
};

describeCommand(sendScheduledMessage, () => {
  const sentOf = async ({ input, begun }: ReturnType<typeof about>, ...more: Given[]) => {
    const when = await given(begun, more).whenPrepared(sendScheduledMessage, input, { actor: 2 });
    const append = when.decision.ok ? when.decision.appends[0] : undefined;
    return { ...when, append, data: append?.events[0]?.data as Record<string, unknown> | undefined };
  };

  it('sends the message under the claimed ids, as its author', async () => {
    const { append, data, rendered, writers } = await sentOf(about());
    expect(append).to.deep.include({
      stream: logStream.message(realmId, 7 as MessageId),
      expects: 'new',
      ids: [minted],
    });
    expect(data).to.deep.include({ messageId: 7, senderId: 2, place, topicLinks: ['link of lunch'] });
    expect({ rendered, writers }).to.deep.equal({ rendered: [content], writers: [2] });
  });

  it('lets the Notification Bot send a reminder, to a stream or to the author', async () => {
    expect((await sentOf(about({ reminder: true }))).data).to.deep.include({ senderId: 9, place });
    const own = await sentOf(about({ reminder: true }, undefined, between(2)));
    expect(own.data).to.deep.include({ senderId: 9, place: between(2, 9) });
  });

  it('sends nothing, and no reminder either, while the organization is deactivated', async () => {
    expect((await sentOf(about({ reminder: true }), realmDeactivated())).append).to.equal(undefined);
  });

  it('notifies the author why it was not sent, with their text in a block that it cannot end', async () => {
    const { data, rendered } = await sentOf(about({}, 'channel-unknown'), archived(1, 'general'));
    expect(data).to.deep.include({ senderId: 9, place: between(2, 9), topicLinks: [] });
    expect(rendered[0]).to.include('the stream is archived, or you can no longer see it');
    expect(rendered[0]).to.include(`\`\`\`\`text\n${content}\n\`\`\`\``);
    expect(rendered[0])
      .to.match(/^Your message to a stream for /)
      .and.not.include('general');
    const lost = await sentOf(about({}, 'channel-post-administrators-only'));
    expect(lost.rendered[0]).to.match(
      /^Your message to #\*\*general>lunch\*\* for <time:.*> was not sent: you may no longer send/,
    );
    const privately = await sentOf(about({}, 'recipient-deactivated', between(1, 2)));
    expect(privately.rendered[0]).to.include('to @_**User 1|1** for');
    const among = async (count: number) => {
      const all = Array.from({ length: count }, (_, at) => 20 + at);
      const many = all.flatMap((id) => newUser(id));
      return (await sentOf(about({}, 'recipient-deactivated', between(2, ...all)), ...many)).rendered[0];
    };
    expect(await among(2)).to.include('to @_**User 20|20**, @_**User 21|21** for');
    expect(await among(10)).to.include('@_**User 29|29** for');
    expect(await among(12)).to.include('@_**User 29|29** and 2 others for');
    const alone = await sentOf(about({}, 'sender-deactivated', between(2)));
    expect(alone.rendered[0]).to.include('to yourself for');
  });

  it('sends nothing twice, and nothing under a claim that was replaced', async () => {
    const { input, begun } = about();
    const nothing = async (...more: Given[]) =>
      expect((await sentOf({ input, begun }, ...more)).decision).to.deep.include({ appends: [] });
    await nothing(sends(7, 1, place));
    await nothing(scheduledEnds(5, 2));
    await nothing(scheduledClaimed(5, 8, '00000000-0000-4000-8000-00000000dddd' as EventId));
  });
});
