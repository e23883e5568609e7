/**
 * Creates an organization with everything that it needs: its system bots, a default stream that is also its notifications stream, and an
 * owner. It is decided on the state of the whole server, because a subdomain belongs to only one organization.
 */
import { z } from 'zod';
import { type Append, accept, refuse } from '../../src/define/command.ts';
import type { RealmState, ServerState } from '../../src/state/realm-state.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { ChannelId, type RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { fitCharacters, hasUnfitCharacters } from '../../src/vocabulary/name-characters.ts';
import { genericBot, member, owner } from '../../src/vocabulary/roles.ts';
import { subdomainForm } from '../../src/vocabulary/subdomain.ts';
import { systemBotAddress, systemBots } from '../../src/vocabulary/system-bots.ts';
import { defineServerCommand } from '../define-command.ts';
import { isAddress, isDomain } from '../rules/address.ts';
import { fullNameRefusal, fullNameRefusals } from '../rules/full-name.ts';

/** The first part of a host name. The command line parses it too, to name its option. */
export const Subdomain = z
  .string()
  .regex(subdomainForm, 'a subdomain has letters a–z, digits and dashes within, at most 40');

export const RealmName = z
  .string()
  .trim()
  .min(1)
  .max(limits.realmNameLengthMax)
  .refine((name) => !hasUnfitCharacters(name), `must have ${fitCharacters}`);

const Input = z.object({
  subdomain: Subdomain,
  name: RealmName,
  description: z.string().max(limits.realmDescriptionLengthMax).optional(),
  /** The domain of the e-mail addresses of bots. */
  emailDomain: z.string().refine(isDomain, 'not the name of a domain'),
  owner: z.object({ email: z.string(), fullName: z.string() }).optional(),
});
type Input = z.infer<typeof Input>;

const defaultChannelName = 'general';
const defaultChannelDescription = 'Everyone is added to this stream by default.';

/** Ids start at 1 in every organization. */
const channelId = ChannelId.parse(1);

type Prepared = { readonly description: string; readonly channelDescription: string };

export const createRealm = defineServerCommand({
  name: 'create-realm',
  input: Input,
  refusals: [...fullNameRefusals, 'email-invalid', 'subdomain-taken'],
  stream: () => logStream.server(),
  async prepare(_state, { description = '' }, tools) {
    return {
      description: description === '' ? '' : (await tools.render(description)).html,
      channelDescription: (await tools.render(defaultChannelDescription)).html,
    };
  },
  decide(state, input, { generate, fingerprint, prepared }) {
    const founder = input.owner && { email: input.owner.email.trim(), fullName: input.owner.fullName.trim() };
    const refusal = founder && fullNameRefusal(founder.fullName);
    if (refusal) return refuse(refusal);
    if (founder && !isAddress(founder.email)) return refuse({ code: 'email-invalid' });
    const taken = state.bySubdomain.get(input.subdomain);
    const begun = taken && interrupted(state, taken, founder?.email, (address) => fingerprint(address, taken));
    if (taken !== undefined && !begun) return refuse({ code: 'subdomain-taken', subdomain: input.subdomain });

    const realmId = taken ?? generate.realmId();
    const people = peopleOf(input.emailDomain, founder, begun ? founderIdIn(begun) : firstFounderId);
    const ownerId = people.find(({ isOwner }) => isOwner)?.userId ?? null;
    const appends: Append[] = [
      {
        stream: logStream.server(),
        events: [{ type: 'RealmRegistered', data: { realmId, subdomain: input.subdomain } }],
      },
      { stream: logStream.realm(realmId), events: [realmCreated(realmId, input, prepared)], expects: 'unchanged' },
      ...people.map((person) => described(realmId, person)),
      {
        stream: logStream.directory(realmId),
        events: people.map((person) => created(person, (address) => fingerprint(address, realmId))),
      },
      { stream: logStream.channels(realmId), events: [channelCreated(prepared, ownerId)] },
      {
        stream: logStream.realm(realmId),
        events: [
          { type: 'DefaultChannelAdded', data: { channelId } },
          { type: 'NotificationsChannelSet', data: { channelId } },
        ],
      },
    ];
    return accept(begun ? missingOf(appends, begun) : appends, { realmId, ownerId });
  },
});

/** The last append of the creation is the second one to the organization's `realm` log stream. */
const lastRevision = 1;

/**
 * The organization, if its creation was interrupted and this founder may finish it; otherwise undefined. Nobody can use such an
 * organization, so that anyone who requests its subdomain may finish it. After its owner has been recorded, it is not finished for another
 * owner.
 */
function interrupted(
  state: ServerState,
  realmId: RealmId,
  founder: string | undefined,
  fingerprint: (address: string) => string,
): RealmState | undefined {
  const realm = state.realms.get(realmId);
  if (!realm || state.importing.has(realmId)) return undefined;
  if ((realm.revisions.get(logStream.realm(realmId)) ?? -1) >= lastRevision) return undefined;
  const hasAccounts = realm.directory.addresses.size > 0;
  const owner = realm.people.byId.get(founderIdIn(realm))?.email;
  if (founder === undefined) return hasAccounts || owner === undefined ? realm : undefined;
  if (owner === undefined) return hasAccounts ? undefined : realm;
  return fingerprint(founder) === fingerprint(owner) ? realm : undefined;
}

/** The appends that are missing after an interrupted creation. */
const missingOf = (appends: readonly Append[], { revisions, directory }: RealmState): Append[] =>
  appends.filter(({ stream, events }) => {
    if (events[0]?.type === 'RealmRegistered') return false;
    if (events[0]?.type === 'UserCreated') return directory.accounts.size === 0;
    return events[0]?.type === 'DefaultChannelAdded' || !revisions.has(stream);
  });

/** The owner's id comes after those of the bots. */
const firstFounderId = UserId.parse(systemBots.length + 1);

/**
 * The id of the owner, or of the next one. A founder whose creation was not finished is withdrawn (`commands/user/withdraw-person.ts`), and
 * nobody gets that id. Until there are accounts, their log stream has an event for each withdrawal, and no others.
 */
function founderIdIn({ realmId, directory, revisions }: RealmState): UserId {
  const account = [...directory.accounts.values()].find(({ bot }) => bot === null);
  const withdrawals = (revisions.get(logStream.directory(realmId)) ?? -1) + 1;
  return account?.userId ?? UserId.parse(firstFounderId + withdrawals);
}

type Founding = { userId: UserId; email: string; fullName: string; isOwner: boolean };

/** The system bots come first, so that they have the same ids in every organization. */
function peopleOf(emailDomain: string, founder: Input['owner'], founderId: UserId): Founding[] {
  const bots = systemBots.map(({ localPart, fullName }, index) => ({
    email: systemBotAddress(localPart, emailDomain),
    fullName,
    userId: UserId.parse(index + 1),
    isOwner: false,
  }));
  return founder ? [...bots, { ...founder, userId: founderId, isOwner: true }] : bots;
}

const realmCreated = (realmId: RealmId, input: Input, prepared: Prepared): DomainEvent => ({
  type: 'RealmCreated',
  data: {
    realmId,
    subdomain: input.subdomain,
    name: input.name,
    description: input.description ?? '',
    renderedDescription: prepared.description,
    emailDomain: input.emailDomain,
  },
});

/** Two processes may finish a creation at the same time for different owners. The first one that records its owner continues. */
const described = (realmId: RealmId, { userId, fullName, email }: Founding): Append => ({
  stream: logStream.person(realmId, userId),
  expects: 'unchanged',
  events: [{ type: 'PersonDescribed', data: { userId, fullName, email, timezone: '' } }],
});

const created = ({ userId, email, isOwner }: Founding, fingerprint: (address: string) => string): DomainEvent => ({
  type: 'UserCreated',
  data: {
    userId,
    role: isOwner ? owner : member,
    addressFingerprint: fingerprint(email),
    bot: isOwner ? null : { type: genericBot, ownerId: null },
  },
});

const channelCreated = (prepared: Prepared, ownerId: UserId | null): DomainEvent => ({
  type: 'ChannelCreated',
  data: {
    channelId,
    name: defaultChannelName,
    description: defaultChannelDescription,
    renderedDescription: prepared.channelDescription,
    inviteOnly: false,
    historyPublic: true,
    postPolicy: 1,
    retentionDays: null,
    creatorId: null,
    subscribers: ownerId === null ? [] : [ownerId],
  },
});
