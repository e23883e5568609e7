/**
 * Notices to the owner of a bot whose requests fail, because nobody reads the answers to a program. Each bot causes at most one a minute.
 */
import { sendMessage } from '../../../../commands/message/send-message.ts';
import { serviceClient } from '../../../engine/decide/by-service.ts';
import type { Account } from '../../../state/directory.ts';
import { notificationBot } from '../../../state/notification-bot.ts';
import type { ServerState } from '../../../state/realm-state.ts';
import { shownEmailOf } from '../../../state/shown-people.ts';
import type { Millis, UserId } from '../../../vocabulary/ids.ts';
import { Refused } from '../../../vocabulary/refusals.ts';
import { shortenContent } from '../../../webhooks/shorten-text.ts';
import type { By, ServicesRunning } from '../../services.ts';

export type Notifier = ServicesRunning<typeof sendMessage>;

const pauseMs = 60_000;

/** The time of the last notice, by server and then by bot. */
const notifiedAt = new WeakMap<ServerState, Map<string, Millis>>();

/** The receiver of messages from this account that name none: a bot's owner, or the person. */
export const ownerOf = (account: Account): UserId => account.bot?.ownerId ?? account.userId;

/**
 * Notifies the owner of `by` (see `ownerOf`), unless they were notified within the last minute. The message is in the log when this
 * resolves. `words` gets the name of the account: "Your bot `x@y`".
 */
export async function notifyOwner(
  services: Notifier,
  by: Pick<By, 'realmId' | 'requestId'> & { readonly userId: UserId },
  words: (who: string) => string,
): Promise<void> {
  const realm = services.realm(by.realmId);
  const sender = notificationBot(realm);
  const account = realm.directory.accounts.get(by.userId);
  if (sender === undefined || !account || !mayNotify(services, `${by.realmId}.${by.userId}`)) return;
  const who = `Your ${account.bot ? 'bot' : 'account'} \`${shownEmailOf(realm, by.userId)}\``;
  const content = shortenContent(words(who));
  const to = { kind: 'private' as const, to: [ownerOf(account)] };
  const { realmId, requestId } = by;
  try {
    await services.run(sendMessage, { to, content }, { realmId, requestId, userId: sender, client: serviceClient });
  } catch (error) {
    // If the owner cannot receive messages, for example because they are deactivated, the program gets the same answer.
    if (!(error instanceof Refused) || error.refusal.code === 'unavailable') throw error;
  }
}

function mayNotify({ state, now }: Notifier, bot: string): boolean {
  const times = notifiedAt.get(state) ?? new Map<string, Millis>();
  notifiedAt.set(state, times);
  const last = times.get(bot);
  const at = now();
  if (last !== undefined && at - last < pauseMs) return false;
  times.set(bot, at);
  return true;
}

/** A bot named a stream that does not exist. */
export const noStreamNotice = (stream: string, who: string): string =>
  `${who} tried to send a message to stream #**${stream}**, but that stream does not exist. ` +
  'Click [here](#streams/new) to create it.';
