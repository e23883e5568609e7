/** PATCH /bots/{bot_id}: the owner or an administrator changes a bot's name, owner, payload URL or avatar. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { isGuest } from '../../src/state/directory.ts';
import { fullNameOf } from '../../src/state/people.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { BotDefaults } from '../../src/vocabulary/events/directory.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { StoredImage } from '../../src/vocabulary/images.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { guest, member, outgoingWebhookBot } from '../../src/vocabulary/roles.ts';
import { defineCommand } from '../define-command.ts';
import { dismissals } from '../rules/auditors.ts';
import { avatarChanged } from '../rules/avatar.ts';
import { botDefaultsRefusals, chosenDefaults, WantedDefaults } from '../rules/bot-defaults.ts';
import {
  genericInterface,
  isNameTaken,
  keyRotated,
  managedBot,
  managedBotRefusals,
  moreBotsRefusal,
  type OwnedBot,
  PayloadUrl,
} from '../rules/bots.ts';
import { fullNameRefusal, fullNameRefusals } from '../rules/full-name.ts';
import { personChangesRefusal } from '../rules/person-changes.ts';

const Input = z.object({
  botId: idNamed(UserId),
  fullName: z.string().optional(),
  ownerId: UserId.optional(),
  payloadUrl: PayloadUrl.optional(),
  defaults: WantedDefaults.optional(),
  /** A received image, whose bytes are stored. */
  avatar: StoredImage.optional(),
});
type Input = z.infer<typeof Input>;

/** The bot as it is after the change. */
type Result = {
  readonly fullName: string;
  readonly ownerId: UserId;
  readonly payloadUrl: string | undefined;
  readonly defaults?: BotDefaults;
};

export const updateBot = defineCommand({
  name: 'update-bot',
  input: Input,
  refusals: [
    ...fullNameRefusals,
    ...managedBotRefusals,
    'bot-not-outgoing',
    'bot-name-taken',
    'bot-owner-invalid',
    'bots-too-many',
    ...botDefaultsRefusals,
    'person-changed-too-often',
  ],
  stream: (_input, realmId) => logStream.directory(realmId),
  decide(state, input, { realmId, actor }) {
    const wantedName = input.fullName?.trim();
    const badName = wantedName === undefined ? undefined : fullNameRefusal(wantedName);
    if (badName) return refuse(badName);
    const managed = managedBot(state, input.botId, actor);
    if ('refusal' in managed) return refuse(managed.refusal);
    const { bot } = managed;
    const refusal = changeRefusal(state, bot, { ...input, fullName: wantedName });
    if (refusal) return refuse(refusal);

    const current = factsOf(state, bot);
    const ownerId = input.ownerId ?? current.ownerId;
    // The next owner does not inherit the streams that the previous one chose.
    const kept = ownerId === current.ownerId ? current.defaults : withoutStreams(current.defaults);
    const chosen = chosenDefaults(state, { actor, ownerId, current: kept, wanted: input.defaults });
    if ('refusal' in chosen) return refuse(chosen.refusal);
    const wanted: Result = {
      fullName: wantedName ?? current.fullName,
      ownerId,
      ...chosen,
      payloadUrl: input.payloadUrl ?? current.payloadUrl,
    };
    const ofPerson = personEvents(state, bot.userId, input, current, wanted);
    const tooOften = personChangesRefusal(state, bot.userId, ofPerson, actor);
    if (tooOften) return refuse(tooOften);
    return accept(
      [
        dismissals(state, wanted.ownerId === current.ownerId ? [] : [bot.userId], 'bot-transferred'),
        { stream: logStream.directory(realmId), events: accountEvents(bot, current, wanted) },
        { stream: logStream.person(realmId, bot.userId), expects: 'unchanged', events: ofPerson },
      ],
      wanted,
    );
  },
});

function changeRefusal(
  state: RealmState,
  bot: OwnedBot,
  { fullName, ownerId, payloadUrl }: Omit<Input, 'fullName'> & { fullName: string | undefined },
): Refusal<'bot-not-outgoing' | 'bot-name-taken' | 'bot-owner-invalid' | 'bots-too-many'> | undefined {
  if (payloadUrl !== undefined && bot.bot.type !== outgoingWebhookBot) return { code: 'bot-not-outgoing' };
  if (fullName !== undefined && isNameTaken(state, fullName, bot.userId)) return { code: 'bot-name-taken' };
  if (ownerId === undefined || ownerId === bot.bot.ownerId) return undefined;
  const owner = state.directory.accounts.get(ownerId);
  const mayOwn = owner?.active === true && owner.bot === null && !isGuest(owner);
  return mayOwn ? moreBotsRefusal(state, ownerId) : { code: 'bot-owner-invalid' };
}

const factsOf = (state: RealmState, { userId, bot }: OwnedBot): Result => ({
  fullName: fullNameOf(state, userId),
  ownerId: bot.ownerId,
  payloadUrl: bot.service?.payloadUrl,
  ...(bot.defaults && { defaults: bot.defaults }),
});

function accountEvents(bot: OwnedBot, current: Result, { ownerId, payloadUrl, defaults }: Result): DomainEvent[] {
  const { userId } = bot;
  const events: DomainEvent[] = [];
  // The owner changes first, so that the previous owner does not get the new key, which has the rights of the new owner.
  if (ownerId !== current.ownerId)
    events.push(
      { type: 'BotOwnerChanged', data: { userId, ownerId, previousOwnerId: current.ownerId } },
      keyRotated(bot),
    );
  // Only the bots of guests are guests.
  if (ownerId !== current.ownerId && bot.role === guest)
    events.push({ type: 'UserRoleChanged', data: { userId, role: member, previousRole: guest } });
  if (payloadUrl !== undefined && payloadUrl !== current.payloadUrl)
    events.push({ type: 'BotServiceChanged', data: { userId, service: { payloadUrl, interface: genericInterface } } });
  if (defaults && differ(defaults, current.defaults))
    events.push({ type: 'BotDefaultsChanged', data: { userId, defaults } });
  return events;
}

function personEvents(
  { people }: RealmState,
  userId: UserId,
  { avatar }: Input,
  { fullName: previousFullName }: Result,
  { fullName }: Result,
): DomainEvent[] {
  const events: DomainEvent[] = [];
  if (fullName !== previousFullName)
    events.push({ type: 'FullNameChanged', data: { userId, fullName, previousFullName } });
  if (avatar) events.push(avatarChanged(userId, avatar, people.byId.get(userId)));
  return events;
}

const withoutStreams = (defaults: BotDefaults | undefined): BotDefaults | undefined =>
  defaults && { ...defaults, sendingChannelId: null, registerChannelId: null };

const differ = (one: BotDefaults, other: BotDefaults | undefined): boolean =>
  one.sendingChannelId !== other?.sendingChannelId ||
  one.registerChannelId !== other.registerChannelId ||
  one.allPublicStreams !== other.allPublicStreams;
