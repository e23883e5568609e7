/**
 * What the Notification Bot tells the owner of a bot that goes wrong (api-facts §4.1, §12): a program reads no answers. At
 * most one a minute for each bot, however often it goes wrong.
 */
import { sendMessage } from '../../../../commands/message/send-message.ts';
import { notificationBot } from '../../../policies/notification-bot.ts';
import type { Account } from '../../../state/directory.ts';
import type { ServerState } from '../../../state/realm-state.ts';
import type { Millis, UserId } from '../../../vocabulary/ids.ts';
import { Refused } from '../../../vocabulary/refusals.ts';
import { shortenContent } from '../../../webhooks/shorten-text.ts';
import type { By, Services } from '../../services.ts';

const pauseMs = 60_000;

/** By server, then by bot: when its owner was last told. */
const told = new WeakMap<ServerState, Map<string, Millis>>();

/** Whom a message of this account concerns when it says nowhere to whom: a bot's owner, or the person it is. */
export const ownerOf = (account: Account): UserId => account.bot?.ownerId ?? account.userId;

/**
 * Tells the owner of `by` (see `ownerOf`), unless that was done within the last minute. It is in the log when this resolves.
 * `words` is given whose doing it was: "Your bot `x@y`".
 */
export async function tellOwner(
  services: Services,
  by: Pick<By, 'realmId' | 'requestId'> & { readonly userId: UserId },
  words: (who: string) => string,
): Promise<void> {
  const realm = services.realm(by.realmId);
  const sender = notificationBot(realm);
  const account = realm.directory.accounts.get(by.userId);
  if (sender === undefined || !account || !mayTell(services, `${by.realmId}.${by.userId}`)) return;
  const who = `Your ${account.bot ? 'bot' : 'account'} \`${realm.people.byId.get(by.userId)?.email ?? ''}\``;
  const content = shortenContent(words(who));
  const to = { kind: 'private' as const, to: [ownerOf(account)] };
  const { realmId, requestId } = by;
  try {
    await services.run(sendMessage, { to, content }, { realmId, requestId, userId: sender, client: 'Internal' });
  } catch (error) {
    // An owner who cannot be told any more (deactivated, say) does not change what the program is answered.
    if (!(error instanceof Refused) || error.refusal.code === 'unavailable') throw error;
  }
}

function mayTell({ state, now }: Services, bot: string): boolean {
  const times = told.get(state) ?? new Map<string, Millis>();
  told.set(state, times);
  const last = times.get(bot);
  const at = now();
  if (last !== undefined && at - last < pauseMs) return false;
  times.set(bot, at);
  return true;
}

/** A bot named a stream that is not there (api-facts §12). */
export const noStreamNotice = (stream: string, who: string): string =>
  `${who} tried to send a message to stream #**${stream}**, but that stream does not exist. ` +
  'Click [here](#streams/new) to create it.';
