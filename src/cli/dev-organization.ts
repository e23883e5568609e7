/**
 * The organization that development mode makes at its first start, with one account of each kind. Each step is skipped if it is done
 * already, so that the next start completes one that was interrupted, and processes that start at the same time on one log share the work.
 */

import { join } from 'node:path';
import { appointAuditor } from '../../commands/audit/appoint-auditor.ts';
import { createBot } from '../../commands/bot/create-bot.ts';
import { createRealm } from '../../commands/realm/create-realm.ts';
import { createUser } from '../../commands/user/create-user.ts';
import { ConfigError } from '../config.ts';
import { eventsOf } from '../engine/follow/events-of.ts';
import { replaceFile } from '../folders.ts';
import type { Services } from '../http/services.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { Refused } from '../vocabulary/refusals.ts';
import {
  administrator,
  type BotType,
  genericBot,
  guest,
  incomingWebhookBot,
  member,
  outgoingWebhookBot,
  owner,
  type Role,
} from '../vocabulary/roles.ts';
import { byCommandLine, keyOf } from './accounts.ts';

/** One entry of `dev-accounts.json`; `owner` is the name of the entry of a bot's owner. */
export type DevAccount = {
  readonly user_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly api_key: string;
  readonly owner?: string;
};
type DevAccounts = { readonly email_domain: string } & Readonly<Record<string, DevAccount | string>>;

type Person = { readonly fullName: string; readonly role: Role };
type Bot = { readonly fullName: string; readonly shortName: string; readonly type: BotType; readonly owner: string };

const ownerName = 'Olive Owner';
/** By the names of their entries, in the order in which they are created. Their ids follow from it. */
const wanted: Readonly<Record<string, Person | Bot>> = {
  owner: { fullName: ownerName, role: owner },
  admin: { fullName: 'Ada Admin', role: administrator },
  member: { fullName: 'Max Member', role: member },
  guest: { fullName: 'Gus Guest', role: guest },
  spare: { fullName: 'Sam Spare', role: member },
  bot: { fullName: 'Helper Bot', shortName: 'helper', type: genericBot, owner: 'member' },
  webhook_bot: { fullName: 'Webhook Bot', shortName: 'webhook', type: incomingWebhookBot, owner: 'member' },
  outgoing_bot: { fullName: 'Outgoing Bot', shortName: 'outgoing', type: outgoingWebhookBot, owner: 'member' },
  auditor: { fullName: 'Audrey Auditor', role: member },
};
/** The reason in the log and in the list of auditors. */
const appointmentReason = 'development';
/** The address at which `examples/outgoing-bot` listens. */
const outgoingBotUrl = 'http://127.0.0.1:5002/';

const organizationName = 'Verbatim Dev';
const emailDomainOf = (subdomain: string): string => `${subdomain}.example`;

/** Whether development mode made the first organization of the log. Undefined if there is none. */
export async function isFoundedInDevelopment(log: EventLog): Promise<boolean | undefined> {
  for (const { realmId } of await eventsOf(log, logStream.server(), 'RealmRegistered')) {
    const [founded] = await eventsOf(log, logStream.realm(realmId), 'RealmCreated', 1);
    if (founded) return founded.name === organizationName && founded.emailDomain === emailDomainOf(founded.subdomain);
  }
  return undefined;
}

/** Throws ConfigError if development mode, which nobody asked for, would open an organization that was made without it. */
export async function assertFoundedInDevelopment(log: EventLog): Promise<void> {
  if ((await isFoundedInDevelopment(log)) === false)
    throw new ConfigError(
      'the first organization of this log was not made in development mode, which gives the key of every account to whoever reaches the ' +
        'service: set VERBATIM_MODE, for a service that people use to production. Nothing was written',
    );
}

/** Creates what is missing, writes `<data>/dev-accounts.json`, and returns its content. */
export async function devOrganization(services: Services): Promise<DevAccounts> {
  const subdomain = services.config.defaultRealm || 'main';
  const emailDomain = emailDomainOf(subdomain);
  const realmId = await founded(services, subdomain, emailDomain);
  const accounts: Record<string, DevAccount> = {};
  const idOf = (name: string) => accounts[name]?.user_id as UserId;
  for (const [name, one] of Object.entries(wanted)) {
    const isBot = 'owner' in one;
    const email = addressOf(isBot ? `${one.shortName}-bot` : name, emailDomain);
    const userId = await userAt(services, realmId, email, () =>
      isBot
        ? services.run(createBot, inputOf(one), { ...service(realmId), userId: idOf(one.owner) })
        : services.run(createUser, { email, ...one }, service(realmId)),
    );
    accounts[name] = { ...accountOf(services, realmId, userId), ...(isBot && { owner: one.owner }) };
  }
  await appoint(services, realmId, idOf('auditor'), idOf('owner'));
  const all: DevAccounts = { ...accounts, email_domain: emailDomain };
  // Readable by its owner alone, because it contains API keys.
  await replaceFile(join(services.config.data, 'dev-accounts.json'), `${JSON.stringify(all, null, 2)}\n`);
  return all;
}

const service = (realmId: RealmId) => ({ ...byCommandLine(realmId), requestId: 'first-start' });
const inputOf = ({ fullName, shortName, type }: Bot) => ({
  fullName,
  shortName,
  type,
  payloadUrl: type === outgoingWebhookBot ? outgoingBotUrl : undefined,
});
const addressOf = (name: string, domain: string): string => `${name}@${domain}`;

/** The id of the organization, which is created if it does not exist. */
async function founded(services: Services, subdomain: string, emailDomain: string): Promise<RealmId> {
  const founder = { email: addressOf('owner', emailDomain), fullName: ownerName };
  try {
    const { realmId } = await services.runOnServer(createRealm, {
      subdomain,
      name: organizationName,
      emailDomain,
      owner: founder,
    });
    return realmId;
  } catch (error) {
    const existing = services.state.bySubdomain.get(subdomain);
    const isTaken = error instanceof Refused && error.refusal.code === 'subdomain-taken';
    if (isTaken && existing !== undefined) return existing;
    throw error;
  }
}

/** The user with this address, who is created if there is none. */
async function userAt(
  services: Services,
  realmId: RealmId,
  email: string,
  make: () => Promise<{ readonly result: { readonly userId: UserId } }>,
): Promise<UserId> {
  const known = (): UserId | undefined => {
    const { directory } = services.realm(realmId);
    return directory.addresses.get(services.secrets.fingerprintIn(directory, realmId, email));
  };
  try {
    return known() ?? (await make()).result.userId;
  } catch (error) {
    // The user was created by a faster process. A refusal is decided on everything that the log contains, so that the user is known now.
    const others = error instanceof Refused ? known() : undefined;
    if (others === undefined) throw error;
    return others;
  }
}

/** Appoints only while the audit log stream is empty, so that a dismissed auditor stays dismissed. */
async function appoint(services: Services, realmId: RealmId, userId: UserId, by: UserId): Promise<void> {
  if (services.realm(realmId).revisions.has(logStream.audit(realmId))) return;
  try {
    await services.run(appointAuditor, { userId, reason: appointmentReason }, { ...service(realmId), userId: by });
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Refused && error.refusal.code === 'auditor-already')) throw error;
  }
}

function accountOf(services: Services, realmId: RealmId, userId: UserId): DevAccount {
  const person = services.realm(realmId).people.byId.get(userId);
  return {
    user_id: userId,
    email: person?.email ?? '',
    full_name: person?.fullName ?? '',
    api_key: keyOf(services, realmId, userId),
  };
}

/** Three commands to paste: send a message, register an event queue, poll it (without `dont_block` the poll would wait). */
export function firstSteps(accounts: DevAccounts, base: string, data: string): string[] {
  const { email, api_key: key } = accounts.member as DevAccount;
  const curl = `curl -sS -u '${email}:${key}'`;
  const queueId = `"$(sed 's/.*"queue_id":"\\([^"]*\\)".*/\\1/' '${data}/queue.json')"`;
  return [
    `${curl} ${base}/api/v1/messages -d type=stream -d to=general -d topic=hello -d 'content=Hello, **world**!'`,
    `${curl} ${base}/api/v1/register -d 'event_types=["message"]' | tee '${data}/queue.json'`,
    `${curl} -G ${base}/api/v1/events -d queue_id=${queueId} -d last_event_id=-1 -d dont_block=true`,
  ];
}
