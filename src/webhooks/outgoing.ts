/**
 * Outgoing webhooks: calls a bot's server about a message, and plans the bot's reply. A call is made at least once. Once the claim of the
 * planned reply is in the log, the server is not called again. A process that stops before that calls again after its restart.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { payerIn } from '../define/payer.ts';
import type { Planned } from '../define/planned.ts';
import { FairSemaphore } from '../engine/fair-semaphore.ts';
import type { Logger } from '../engine/logger.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Secrets } from '../engine/secrets.ts';
import { channelName, messageNames, peopleOf } from '../feed/message-names.ts';
import { encodeForHash } from '../rendering/plugins/channel-links.ts';
import { openChannel } from '../state/channels.ts';
import { type Account, accountable } from '../state/directory.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import { currentPlace } from '../state/topics.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { MessageId, Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { conversationKey, type Place, participants } from '../vocabulary/places.ts';
import { serviceVersion } from '../vocabulary/versions.ts';
import { messageObject } from '../wire/message.ts';
import { type Posted, postJson, type SendPost } from './post-json.ts';
import { restsUntil, waitFor } from './resting.ts';
import { shortenContent } from './shorten-text.ts';
import { webhookResult } from './webhook-result.ts';

export type OutgoingDependencies = {
  readonly state: ServerState;
  readonly secrets: Pick<Secrets, 'sentBotToken'>;
  readonly config: Pick<Config, 'publicUrl' | 'webhooksToPrivateAddresses'>;
  readonly logger: Logger;
  readonly messageIdFor: (realmId: RealmId) => MessageId;
  /** By `conservativeClock`. Messages that are too old at this time are not sent. */
  readonly now: () => Millis;
  /** Whether a message still exists. Its content stays in memory while it waits for the bot's server. */
  readonly isThere: (message: Recorded<'MessageSent'>) => Promise<boolean>;
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
  /** The current place of the message. */
  readonly place: Place;
};

export const outgoingWebhooks = (
  dependencies: OutgoingDependencies,
  permits = new FairSemaphore(limits.outgoingCallsAtOnceMax),
): Performer => ({
  kind: 'plan',
  async plan(event, subject, signal) {
    const botId = Number(subject) as UserId;
    const called = await call(dependencies, permits, await rested(dependencies, event, botId, signal), signal);
    // Minutes may have passed: the bot may have been deactivated, and the message moved.
    const triggered = triggeredBy(dependencies.state, event, botId);
    if (!called || !triggered) return [];
    const { posted, tries } = called;
    if (posted.kind !== 'answered' || posted.status >= 300)
      dependencies.logger.warn(
        { realm: event.realmId, bot: triggered.bot.userId, event: event.id, ...outcome(posted), tries },
        'an outgoing webhook failed',
      );
    const { reply, trouble } = webhookResult(posted, tries);
    const failures = posted.kind === 'unreachable' ? (triggered.bot.outage?.failures ?? 0) + 1 : 0;
    const notice = ownerText(triggered.bot, failures, trouble);
    return [
      // Messages during a known outage need no report, because the first failure was reported.
      ...(reply === undefined || failures > 1 ? [] : replied(dependencies, triggered, reply)),
      ...(notice === undefined ? [] : noticeToOwner(dependencies, triggered, notice)),
      ...recorded(dependencies, triggered.bot, failures),
    ];
  },
  giveUp: (event, subject) => {
    const triggered = triggeredBy(dependencies.state, event, Number(subject) as UserId);
    return triggered ? noticeToOwner(dependencies, triggered, tooMany) : [];
  },
});

const tooMany = `More than ${limits.outgoingCallsMax} messages wait for the webhook. Until it has answered them, further ones are not sent to it.`;

/** The owner is notified once when an outage begins, and once when it ends. */
function ownerText({ outage }: Account, failures: number, trouble: string | undefined): string | undefined {
  if (failures > 1) return undefined;
  if (failures === 1)
    return `${trouble}\nIt is tried again after ${limits.botRestSecsMin} seconds, then more and more rarely. Messages wait for it for ${limits.outgoingCallAgeSecsMax / 60} minutes, at most ${limits.outgoingCallsMax} of them.`;
  const again = outage && `The webhook can be reached again, after ${outage.failures} failed attempts.`;
  return again && trouble ? `${again}\n${trouble}` : (again ?? trouble);
}

function recorded({ now }: OutgoingDependencies, { userId, outage }: Account, failures: number): Planned[] {
  if (failures === 0 && !outage) return [];
  const until = failures === 0 ? 0 : restsUntil(now(), failures);
  return [{ command: 'record-bot-server', input: { botId: userId, failures, restsUntil: until } }];
}

/** Waits during the pause of the server. Undefined if the bot is no longer active, or the message is too old to be sent. */
async function rested(
  { state, now }: OutgoingDependencies,
  event: Recorded,
  botId: UserId,
  signal: AbortSignal,
): Promise<Triggered | undefined> {
  for (;;) {
    const triggered = triggeredBy(state, event, botId);
    const wait = triggered && waitFor(triggered.bot, event.metadata.at, now());
    if (!triggered || wait === undefined) return undefined;
    if (wait === 0) return triggered;
    await delay(wait, undefined, { signal });
  }
}

/** Undefined if the bot is no longer an active outgoing-webhook bot, or the organization was closed. */
function triggeredBy(state: ServerState, event: Recorded, botId: UserId): Triggered | undefined {
  const realm = state.realms.get(event.realmId);
  const bot = realm?.directory.accounts.get(botId);
  const url = bot?.bot?.service?.payloadUrl;
  if (event.type !== 'MessageSent' || !realm || realm.realm.deactivated || !bot?.active || url === undefined)
    return undefined;
  return { event, realm, bot, url, place: currentPlace(realm.topics, event.data.messageId, event.data.place) };
}

/** Any answer is final. A call without an answer is repeated. Undefined if nothing was left to send before the first call. */
async function call(
  dependencies: OutgoingDependencies,
  permits: FairSemaphore,
  triggered: Triggered | undefined,
  signal: AbortSignal,
): Promise<{ posted: Posted; tries: number } | undefined> {
  if (!triggered) return undefined;
  const { state, send = postJson(), pausesMs = usualPausesMs, config, isThere } = dependencies;
  const { realm, bot, event } = triggered;
  const payer = payerIn(realm.realmId, accountable(realm.directory, bot.userId));
  const post = {
    url: triggered.url,
    body: JSON.stringify(bodyOf(dependencies, triggered)),
    headers: { 'Content-Type': 'application/json', 'User-Agent': `ZulipOutgoingWebhook/${serviceVersion}` },
    toPrivateAddresses: config.webhooksToPrivateAddresses,
  };
  /** Undefined if the message was deleted, or the bot deactivated. */
  const sentInTurn = (): Promise<Posted | undefined> =>
    permits.run(payer, async () =>
      (await isThere(event)) && triggeredBy(state, event, bot.userId) ? send(post, signal) : undefined,
    );
  let posted = await sentInTurn();
  if (!posted) return undefined;
  let tries = 1;
  // A server that was out of reach is tried once.
  for (const pauseMs of triggered.bot.outage ? [] : pausesMs) {
    if (posted.kind !== 'unreachable') break;
    await delay(pauseMs, undefined, { signal });
    const again = await sentInTurn();
    if (!again) break;
    posted = again;
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
      ...messageObject(facts, messageNames(peopleOf(realm), senderId, place, channelName(realm, place))),
      content: text.content,
      content_type: 'text/x-markdown',
      rendered_content: text.html,
    },
    bot_email: realm.people.byId.get(bot.userId)?.email ?? '',
    token: secrets.sentBotToken(realm.realmId, bot.userId, bot.tokenGeneration),
    trigger: place.kind === 'private' ? 'private_message' : 'mention',
  };
}

/** No reply to a stream that was archived in the meantime. */
function replied(dependencies: OutgoingDependencies, { realm, bot, place }: Triggered, content: string): Planned[] {
  const gone = place.kind === 'channel' && !openChannel(realm.channels, place.channelId);
  return gone ? [] : [noticeBy(dependencies, realm, bot, place, content)];
}

function noticeToOwner(
  dependencies: OutgoingDependencies,
  { event, realm, bot, place }: Triggered,
  trouble: string,
): Planned[] {
  const ownerId = bot.bot?.ownerId;
  if (ownerId == null || !realm.directory.accounts.get(ownerId)?.active) return [];
  const address = messageAddress(dependencies.config.publicUrl, realm, event.data.messageId, place);
  const content = shortenContent(`[A message](${address}) triggered an outgoing webhook.\n${trouble}`);
  return [
    noticeBy(dependencies, realm, bot, { kind: 'private', userIds: participants([bot.userId, ownerId]) }, content),
  ];
}

const noticeBy = (
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

/** `base`: scheme and host; empty for a relative address. */
function messageAddress(base: string, state: RealmState, messageId: MessageId, place: Place): string {
  if (place.kind === 'private') return `${base}/#narrow/pm-with/${conversationKey(place.userIds)}-pm/near/${messageId}`;
  const name = state.channels.byId.get(place.channelId)?.name ?? '';
  const channel = `${place.channelId}-${encodeForHash(name.replaceAll(' ', '-'))}`;
  return `${base}/#narrow/stream/${channel}/topic/${encodeForHash(place.topic)}/near/${messageId}`;
}
