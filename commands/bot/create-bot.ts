/** POST /bots: creates a bot that the caller owns. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { isGuest } from '../../src/state/directory.ts';
import type { BotAccount } from '../../src/vocabulary/events/directory.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { StoredImage } from '../../src/vocabulary/images.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { BotType, member, outgoingWebhookBot } from '../../src/vocabulary/roles.ts';
import { defineCommand } from '../define-command.ts';
import { accountOf } from '../rules/acting.ts';
import { isAddress } from '../rules/address.ts';
import { avatarChanged } from '../rules/avatar.ts';
import { botDefaultsRefusals, chosenDefaults, WantedDefaults } from '../rules/bot-defaults.ts';
import {
  botsEverRefusal,
  genericInterface,
  isNameTaken,
  mayCreateBot,
  moreBotsRefusal,
  PayloadUrl,
} from '../rules/bots.ts';
import { fullNameRefusal, fullNameRefusals } from '../rules/full-name.ts';

export const createBot = defineCommand({
  name: 'create-bot',
  input: z
    .object({
      fullName: z.string(),
      shortName: z.string(),
      type: BotType,
      /** The URL that an outgoing webhook posts to; other types ignore it. */
      payloadUrl: PayloadUrl.optional(),
      defaults: WantedDefaults.optional(),
      /** A received image, whose bytes are stored. */
      avatar: StoredImage.optional(),
    })
    .refine(({ type, payloadUrl }) => type !== outgoingWebhookBot || payloadUrl !== undefined, {
      error: 'payload_url is not a URL',
      path: ['payloadUrl'],
    }),
  refusals: [
    ...fullNameRefusals,
    'bot-username-invalid',
    'bot-requests-refused',
    'guest-not-allowed',
    'administrator-required',
    'bots-too-many',
    'bot-username-taken',
    'bot-name-taken',
    ...botDefaultsRefusals,
  ],
  stream: (_input, realmId) => logStream.directory(realmId),
  decide(state, { type, payloadUrl, defaults: wanted, avatar, ...input }, { realmId, actor, generate, fingerprint }) {
    const fullName = input.fullName.trim();
    const badName = fullNameRefusal(fullName);
    if (badName) return refuse(badName);
    const email = `${input.shortName.trim()}-bot@${state.realm.emailDomain}`;
    if (input.shortName.trim() === '' || !isAddress(email)) return refuse({ code: 'bot-username-invalid' });
    const creator = accountOf(state, actor);
    if (!creator || creator.bot) return refuse({ code: 'bot-requests-refused' });
    if (isGuest(creator)) return refuse({ code: 'guest-not-allowed' });
    if (!mayCreateBot(state, creator, type)) return refuse({ code: 'administrator-required' });
    const tooMany = moreBotsRefusal(state, creator.userId) ?? botsEverRefusal(state, creator.userId);
    if (tooMany) return refuse(tooMany);
    if (state.directory.addresses.has(fingerprint(email))) return refuse({ code: 'bot-username-taken' });
    if (isNameTaken(state, fullName)) return refuse({ code: 'bot-name-taken' });

    const chosen = chosenDefaults(state, { actor, ownerId: creator.userId, current: undefined, wanted });
    if ('refusal' in chosen) return refuse(chosen.refusal);

    const userId = generate.userId();
    const service =
      type === outgoingWebhookBot && payloadUrl !== undefined
        ? { service: { payloadUrl, interface: genericInterface } }
        : {};
    const bot: BotAccount = { type, ownerId: creator.userId, ...service, ...chosen };
    const account: DataOf<'UserCreated'> = { userId, role: member, addressFingerprint: fingerprint(email), bot };
    return accept(
      [
        {
          stream: logStream.person(realmId, userId),
          // The first append to this log stream reserves the id.
          expects: 'new',
          events: [{ type: 'PersonDescribed', data: { userId, fullName, email, timezone: '' } }],
        },
        { stream: logStream.directory(realmId), events: [{ type: 'UserCreated', data: account }] },
        // The first avatar is version 1, a gravatar.
        { stream: logStream.person(realmId, userId), events: avatar ? [avatarChanged(userId, avatar)] : [] },
      ],
      { userId, email, ...chosen },
    );
  },
});
