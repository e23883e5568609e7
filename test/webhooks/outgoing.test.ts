/** The call to a bot's server, and the bot's reply. */
import { expect } from 'chai';
import { recordBotServer } from '../../commands/bot/record-bot-server.ts';
import { sendNotice } from '../../commands/message/send-notice.ts';
import { outgoingBot } from '../../examples/outgoing-bot/server.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { serviceVersion } from '../../src/vocabulary/versions.ts';
import type { Post, Posted } from '../../src/webhooks/post-json.ts';
import { avatarUrl } from '../../src/wire/avatar.ts';
import { type Given, realmId, testNow } from '../support/given.ts';
import { between, sends, text } from '../support/past-events.ts';
import { closed, listening } from './bot-server.ts';
import {
  answered,
  ask,
  askToGiveUp,
  bot,
  deactivated,
  failing,
  mention,
  never,
  posting,
  prepare,
  rests,
  saying,
  secrets,
  toOwner,
  topic,
  unreachable,
} from './outgoing-fixture.ts';

describe('an outgoing webhook', () => {
  it('calls the server of a bot that is mentioned', async () => {
    const { posts } = await ask();
    expect(posts).to.have.length(1);
    const [{ url, headers, body, toPrivateAddresses }] = posts as [Post];
    expect(url).to.equal('https://bot.example/hook');
    expect(toPrivateAddresses).to.equal(false);
    expect(headers).to.deep.equal({
      'Content-Type': 'application/json',
      'User-Agent': `ZulipOutgoingWebhook/${serviceVersion}`,
    });
    expect(JSON.parse(String(body))).to.deep.equal({
      data: '@**User 3** what?',
      message: {
        id: 10,
        type: 'stream',
        content: '@**User 3** what?',
        content_type: 'text/x-markdown',
        rendered_content: '<p>@**User 3** what?</p>',
        display_recipient: 'general',
        stream_id: 1,
        recipient_id: 3,
        subject: 'lunch',
        topic: 'lunch',
        topic_links: [],
        sender_id: 2,
        sender_email: 'user2@test.example',
        sender_full_name: 'User 2',
        sender_realm_str: 'test',
        avatar_url: avatarUrl({ email: 'user2@test.example', avatarVersion: 1 }),
        timestamp: testNow / 1000,
        client: 'website',
        is_me_message: false,
        reactions: [],
        submessages: [],
      },
      bot_email: 'user3@test.example',
      token: secrets.botToken(realmId, bot, 1),
      trigger: 'mention',
    });
  });

  it('calls the server of a bot that gets a private message', async () => {
    const { posts } = await ask({ message: sends(10, 2, between(2, 3), 'hello') });
    const { trigger, message } = JSON.parse(String(posts[0]?.body ?? '{}'));
    expect(trigger).to.equal('private_message');
    expect(message).to.include({ type: 'private', subject: '', sender_id: 2 });
    expect(message).to.not.have.any.keys('topic', 'stream_id');
    expect(message.display_recipient.map(({ id }: { id: number }) => id)).to.deep.equal([2, 3]);
  });

  it('replies in the conversation', async () => {
    const inChannel = await ask({ answers: [answered({ content: '42' })] });
    expect(inChannel.plan).to.deep.equal([saying(101, topic, '42')]);
    expect(sendNotice.input.safeParse(inChannel.plan[0]?.input).success).to.equal(true);
    const message = sends(10, 2, between(1, 2, 3), 'hello');
    const inPrivate = await ask({ message, answers: [answered({ content: '42' })] });
    expect(inPrivate.plan).to.deep.equal([saying(101, between(1, 2, 3), '42')]);
  });

  it('does not reply if the answer is empty', async () => {
    expect((await ask({ answers: [answered({ response_not_required: true })] })).plan).to.deep.equal([]);
  });

  it('reports an error status without a retry, in the conversation and to the owner', async () => {
    const { posts, plan } = await ask({ answers: [answered({ sorry: true }, 503)] });
    expect(posts).to.have.length(1);
    expect(plan).to.deep.equal([
      saying(101, topic, 'Failure! Third party responded with 503'),
      toOwner(
        102,
        'The webhook got a response with status code *503*.\n' +
          'The response contains the following payload:\n```\n{"sorry":true}\n```',
      ),
    ]);
  });

  it('sends the owner only as much of a payload as fits into a message', async () => {
    const { plan } = await ask({ answers: [answered('x'.repeat(20_000), 500)] });
    const content = String((plan[1]?.input as { content?: string } | undefined)?.content);
    expect(Buffer.byteLength(content)).to.be.most(10_000);
    expect(content).to.match(/x…\n```$/);
  });

  it('retries if there was no answer', async () => {
    const { posts, plan } = await ask({ answers: [unreachable, unreachable, answered({ content: '42' })] });
    expect(posts).to.have.length(3);
    expect(new Set(posts.map(({ body }) => body)).size).to.equal(1);
    expect(plan).to.deep.equal([saying(101, topic, '42')]);
  });

  it('gives up after three tries, lets the server rest, and notifies the owner', async () => {
    const { posts, plan } = await ask({ answers: Array(9).fill(unreachable) });
    expect(posts).to.have.length(3);
    expect(plan).to.deep.equal([
      saying(101, topic, 'Failure! Bot is unavailable'),
      toOwner(
        102,
        'The webhook could not be reached, after 3 tries. The last one failed with: `ECONNREFUSED`\n' +
          'It is tried again after 30 seconds, then more and more rarely. Messages wait for it for 10 minutes, at most 100 of them.',
      ),
      rests(1, testNow - 900_000 + 30_000),
    ]);
    for (const { command, input } of plan.slice(2))
      expect([command, recordBotServer.input.safeParse(input).success]).to.deep.equal([recordBotServer.name, true]);
  });

  it('tries a server that was out of reach once, and does not report again that it still is', async () => {
    const past = [failing(3, testNow - 900_000)];
    const { posts, plan } = await ask({ past, answers: Array(9).fill(unreachable) });
    expect(posts).to.have.length(1);
    expect(plan).to.deep.equal([rests(4, testNow - 900_000 + 240_000)]);
  });

  it('notifies the owner when the server answers again', async () => {
    const past = [failing(3, testNow - 900_000)];
    const { plan } = await ask({ past, answers: [answered({ content: '42' })] });
    expect(plan).to.deep.equal([
      saying(101, topic, '42'),
      toOwner(102, 'The webhook can be reached again, after 3 failed attempts.'),
      rests(0, 0),
    ]);
  });

  it('waits while the server rests', async () => {
    let now = testNow - 900_000;
    const past = [failing(1, now + 1)];
    const clock = () => now++;
    const { posts } = await ask({ past, dependencies: { now: clock } });
    expect(posts).to.have.length(1);
    expect(now).to.be.above(testNow - 900_000 + 1);
  });

  it('does not send a message that is too old when the server has rested', async () => {
    const past = [failing(9, testNow + 3_000_000)];
    const { posts, plan } = await ask({ past, message: sends(10, 2, between(2, 3), 'hello') });
    expect([posts, plan]).to.deep.equal([[], []]);
  });

  it('notifies the owner if too many messages wait', () => {
    const { plan } = askToGiveUp();
    expect(plan).to.deep.equal([
      toOwner(
        101,
        'More than 100 messages wait for the webhook. Until it has answered them, further ones are not sent to it.',
      ),
    ]);
  });

  it('does not retry a forbidden address', async () => {
    const message = sends(10, 2, between(2, 3), 'hello');
    const { posts, plan } = await ask({ message, answers: [{ kind: 'forbidden' }] });
    expect(posts).to.have.length(1);
    expect(plan[1]).to.deep.equal(
      toOwner(
        102,
        'The URL configured for the webhook is for a private or disallowed network.',
        'pm-with/2,3-pm/near/10',
      ),
    );
  });

  it('does not notify a deactivated owner', async () => {
    const { plan } = await ask({ after: [deactivated(1)], answers: [answered({}, 500)] });
    expect(plan).to.deep.equal([saying(101, topic, 'Failure! Third party responded with 500')]);
  });

  it('is called in turn if many calls are under way (outgoingCallsAtOnceMax)', async () => {
    const ends: (() => void)[] = [];
    const send = () => new Promise<Posted>((end) => void ends.push(() => end(answered({}))));
    const { performer, event } = prepare({ dependencies: { send } });
    const plans = Array.from({ length: limits.outgoingCallsAtOnceMax + 1 }, () =>
      performer.plan(event, String(bot), never),
    );
    await new Promise((next) => setImmediate(next));
    expect(ends).to.have.length(limits.outgoingCallsAtOnceMax);
    ends[0]?.();
    await plans[0];
    expect(ends).to.have.length(limits.outgoingCallsAtOnceMax + 1);
    for (const end of ends) end();
    await Promise.all(plans);
  });

  it('plans nothing if the process stops between two attempts', async () => {
    const stop = new AbortController();
    const send = async (): Promise<Posted> => {
      stop.abort();
      return unreachable;
    };
    const outcome = await ask({ signal: stop.signal, dependencies: { send, pausesMs: [60_000] } }).catch(
      () => 'stopped',
    );
    expect(outcome).to.equal('stopped');
  });

  describe('with the bot of the example as server', () => {
    const server = outgoingBot(secrets.botToken(realmId, bot, 1));
    let url = '';
    before(async () => {
      url = await listening(server);
    });
    after(() => closed(server));

    const config = { publicUrl: '', webhooksToPrivateAddresses: true };
    const postedTo = (address: string, message: Given = mention) =>
      ask({ past: [posting(address)], message, dependencies: { config, send: undefined } });

    it('gets its answer', async () => {
      expect((await postedTo(url)).plan).to.deep.equal([saying(101, topic, '@**User 2** You said: what?')]);
      const { plan } = await postedTo(url, sends(10, 2, between(2, 3), 'help'));
      expect(plan).to.deep.equal([saying(101, between(2, 3), 'Tell me something, and I say it back.')]);
    });

    it('gets no reply if the bot has none', async () => {
      const message = sends(10, 2, topic, text('@**User 3**', { mentioned: [bot] }));
      expect((await postedTo(url, message)).plan).to.deep.equal([]);
    });

    it('reaches it only if private addresses are allowed for webhooks', async () => {
      const dependencies = { config: { ...config, webhooksToPrivateAddresses: false }, send: undefined };
      const { plan } = await ask({ past: [posting(url)], dependencies });
      expect(plan[0]).to.deep.equal(saying(101, topic, 'Failure! Bot is unavailable'));
    });

    it('is answered 405 to anything but a POST', async () => {
      const response = await fetch(url);
      expect(response.status).to.equal(405);
      expect(response.headers.get('allow')).to.equal('POST');
    });

    it('is refused without its token, or with a bad body', async () => {
      const statusOf = async (body: string) => (await fetch(url, { method: 'POST', body })).status;
      expect(await statusOf('{"token":"wrong","data":"x"}')).to.equal(401);
      expect(await statusOf('x')).to.equal(400);
    });
  });
});
