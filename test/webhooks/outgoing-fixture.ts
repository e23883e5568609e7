/** Asks the performer of outgoing webhooks about a message, with a bot's server in the test. */
import { recordBotServer } from '../../commands/bot/record-bot-server.ts';
import { sendNotice } from '../../commands/message/send-notice.ts';
import type { Performer } from '../../src/engine/react/policy-actions.ts';
import { secretsFrom } from '../../src/engine/secrets.ts';
import { emptyServer } from '../../src/state/realm-state.ts';
import type { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Place } from '../../src/vocabulary/places.ts';
import { type OutgoingDependencies, outgoingWebhooks } from '../../src/webhooks/outgoing.ts';
import type { Post, Posted } from '../../src/webhooks/post-json.ts';
import { type Given, happened, meanwhile, realmId, recorded, stateAfter, testNow } from '../support/given.ts';
import { between, founded, inTopic, newUser, opened, sends, text } from '../support/past-events.ts';

export const secrets = secretsFrom('a secret of tests');
export const never = new AbortController().signal;
export const bot = 3 as UserId;

export const posting = (url: string): Given =>
  happened(logStream.directory(realmId), 'BotServiceChanged', {
    userId: bot,
    service: { payloadUrl: url, interface: 1 },
  });
export const deactivated = (id: number): Given =>
  happened(logStream.directory(realmId), 'UserDeactivated', { userId: id as UserId });

/** Owner 1, another user 2, the bot 3. */
export const beginning: Given[] = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  ...newUser(3, { bot: 3 }),
  posting('https://bot.example/hook'),
  opened(1, 'general', [1]),
];
export const topic = inTopic(1, 'lunch');
export const question = text('@**User 3** what?', { mentioned: [bot] });
export const mention = sends(10, 2, topic, question, { client: 'website', at: testNow });

export type Asked = {
  readonly past?: readonly Given[];
  readonly message?: Given;
  readonly after?: readonly Given[];
  /** What happens while the server is called for the first time. */
  readonly during?: readonly Given[];
  readonly answers?: readonly Posted[];
  readonly signal?: AbortSignal;
  readonly dependencies?: Partial<OutgoingDependencies>;
};

/** The server of the bot has failed so often. */
export const failing = (failures: number, restsUntil: number): Given =>
  happened(logStream.user(realmId, bot), 'BotServerFailed', { userId: bot, failures, restsUntil });
export const rests = (failures: number, restsUntil: number) => ({
  command: recordBotServer.name,
  input: { botId: bot, failures, restsUntil },
});

export function prepare({ past = [], message = mention, after = [], during = [], answers = [], dependencies }: Asked) {
  const before = [...beginning, ...past, message];
  const event = recorded(before).at(-1);
  if (!event) throw new Error('nothing happened');
  const posts: Post[] = [];
  const realm = stateAfter([...before, ...after]);
  let messageId = 100;
  const performer: Performer = outgoingWebhooks({
    state: { ...emptyServer(), realms: new Map([[realmId, realm]]) },
    secrets,
    config: { publicUrl: 'https://chat.example', webhooksToPrivateAddresses: false },
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    messageIdFor: () => {
      messageId += 1;
      return messageId as MessageId;
    },
    // A minute or two after the messages that have no time of their own.
    now: () => testNow - 900_000,
    isThere: async () => true,
    send: async (post) => {
      posts.push(post);
      if (posts.length === 1) meanwhile(realm, ...during);
      return answers[posts.length - 1] ?? { kind: 'answered', status: 200, body: Buffer.from('') };
    },
    pausesMs: [0, 0],
    ...dependencies,
  });
  if (performer.kind !== 'plan') throw new Error('the performer plans nothing');
  return { performer, event, posts };
}

/** Runs the performer for a message. `posts` are the requests that it sent. */
export async function ask(asked: Asked = {}) {
  const { performer, event, posts } = prepare(asked);
  const plan = await performer.plan(event, String(bot), asked.signal ?? never);
  return { posts, plan };
}

/** Asks the performer about a message that it does not get, because too many wait. */
export function askToGiveUp() {
  const { performer, event } = prepare({});
  return { plan: performer.giveUp?.(event, String(bot)) };
}

export const answered = (body: unknown, status = 200): Posted => ({
  kind: 'answered',
  status,
  body: Buffer.from(JSON.stringify(body)),
});
export const unreachable: Posted = { kind: 'unreachable', why: 'ECONNREFUSED' };

export const saying = (messageId: number, place: Place, content: string) => ({
  command: sendNotice.name,
  input: { messageId, senderId: bot, place, content },
});
export const toOwner = (messageId: number, trouble: string, address = 'stream/1-general/topic/lunch/near/10') =>
  saying(
    messageId,
    between(1, 3),
    `[A message](https://chat.example/#narrow/${address}) triggered an outgoing webhook.\n${trouble}`,
  );
