/**
 * Outgoing webhooks: calls a bot's server about a message, and plans the bot's reply. A call is made at least once. After the claim of
 * the planned reply is in the log, the server is not called again; a process that stops before that calls again after its restart.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Planned } from '../define/policy.ts';
import type { Logger } from '../engine/logger.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Secrets } from '../engine/secrets.ts';
import { messageNames } from '../feed/message-names.ts';
import { openChannel } from '../state/channels.ts';
import type { Account } from '../state/directory.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import { currentPlace } from '../state/topics.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { type Place, participants } from '../vocabulary/places.ts';
import { serviceVersion } from '../vocabulary/versions.ts';
import { messageObject } from '../wire/message.ts';
import { messageAddress } from './message-address.ts';
import { type Posted, postJson, type SendPost } from './post-json.ts';
import { shortenContent } from './shorten-text.ts';
import { webhookResult } from './webhook-result.ts';

export type OutgoingDependencies = {
  readonly state: ServerState;
  readonly secrets: Pick<Secrets, 'botToken'>;
  readonly config: Pick<Config, 'publicUrl' | 'webhooksToPrivateAddresses'>;
  readonly logger: Logger;
  readonly messageIdFor: (realmId: RealmId) => MessageId;
  readonly send?: SendPost;
  /** Milliseconds to wait before the second attempt, the third, and so on. */
  readonly pausesMs?: readonly number[];
};

/** Long enough for a server that is being restarted. */
const usualPausesMs = [1_000, 5_000];

type Triggered = {
  readonly event: Recorded<'MessageSent'>;
  readonly realm: RealmState;
  readonly bot: Account;
  readonly url: string;
  /** The present place of the message. */
  readonly place: Place;
};

export const outgoingWebhooks = (dependencies: OutgoingDependencies): Performer => ({
  kind: 'plan',
  async plan(event, subject, signal) {
    const triggered = triggeredBy(dependencies.state, event, Number(subject) as UserId);
    if (!triggered) return [];
    const { posted, tries } = await call(dependencies, triggered, signal);
    if (posted.kind !== 'answered' || posted.status >= 300)
      dependencies.logger.warn(
        { realm: event.realmId, bot: triggered.bot.userId, event: event.id, ...outcome(posted), tries },
        'an outgoing webhook failed',
      );
    const { reply, trouble } = webhookResult(posted, tries);
    return [
      ...(reply === undefined ? [] : replied(dependencies, triggered, reply)),
      ...(trouble === undefined ? [] : toldOwner(dependencies, triggered, trouble)),
    ];
  },
});

/** Undefined if the bot is no longer an active outgoing-webhook bot. */
function triggeredBy(state: ServerState, event: Recorded, botId: UserId): Triggered | undefined {
  const realm = state.realms.get(event.realmId);
  const bot = realm?.directory.accounts.get(botId);
  const url = bot?.bot?.service?.payloadUrl;
  if (event.type !== 'MessageSent' || !realm || !bot?.active || url === undefined) return undefined;
  return { event, realm, bot, url, place: currentPlace(realm.topics, event.data.messageId, event.data.place) };
}

/** Any answer is final. A call without an answer is made again. */
async function call(
  dependencies: OutgoingDependencies,
  triggered: Triggered,
  signal: AbortSignal,
): Promise<{ posted: Posted; tries: number }> {
  const { send = postJson(), pausesMs = usualPausesMs, config } = dependencies;
  const post = {
    url: triggered.url,
    body: JSON.stringify(bodyOf(dependencies, triggered)),
    headers: { 'Content-Type': 'application/json', 'User-Agent': `ZulipOutgoingWebhook/${serviceVersion}` },
    toPrivateAddresses: config.webhooksToPrivateAddresses,
  };
  let posted = await send(post, signal);
  let tries = 1;
  for (const pauseMs of pausesMs) {
    if (posted.kind !== 'unreachable') break;
    await delay(pauseMs, undefined, { signal });
    posted = await send(post, signal);
    tries += 1;
  }
  return { posted, tries };
}

function bodyOf({ secrets }: OutgoingDependencies, { event, realm, bot, place }: Triggered): object {
  const { messageId, senderId, text, topicLinks } = event.data;
  const { at: sentAt, client } = event.metadata;
  const facts = { messageId, place, content: text.content, sentAt, client, topicLinks };
  return {
    data: text.content,
    message: {
      ...messageObject(facts, messageNames(realm, senderId, place)),
      content: text.content,
      content_type: 'text/x-markdown',
      rendered_content: text.html,
    },
    bot_email: realm.people.byId.get(bot.userId)?.email ?? '',
    token: secrets.botToken(realm.realmId, bot.userId),
    trigger: place.kind === 'private' ? 'private_message' : 'mention',
  };
}

/** No reply to a stream that was archived meanwhile. */
function replied(dependencies: OutgoingDependencies, { realm, bot, place }: Triggered, content: string): Planned[] {
  const gone = place.kind === 'channel' && !openChannel(realm.channels, place.channelId);
  return gone ? [] : [said(dependencies, realm, bot, place, content)];
}

function toldOwner(
  dependencies: OutgoingDependencies,
  { event, realm, bot, place }: Triggered,
  trouble: string,
): Planned[] {
  const ownerId = bot.bot?.ownerId;
  if (ownerId == null || !realm.directory.accounts.get(ownerId)?.active) return [];
  const address = messageAddress(dependencies.config.publicUrl, realm, event.data.messageId, place);
  const content = shortenContent(`[A message](${address}) triggered an outgoing webhook.\n${trouble}`);
  return [said(dependencies, realm, bot, { kind: 'private', userIds: participants([bot.userId, ownerId]) }, content)];
}

const said = (
  dependencies: OutgoingDependencies,
  realm: RealmState,
  bot: Account,
  place: Place,
  content: string,
): Planned => ({
  command: 'send-notice',
  input: { messageId: dependencies.messageIdFor(realm.realmId), senderId: bot.userId, place, content },
});

const outcome = (posted: Posted): object =>
  posted.kind === 'answered' ? { status: posted.status } : { failure: posted.kind };
