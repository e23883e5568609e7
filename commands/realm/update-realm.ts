/**
 * PATCH /realm: an administrator changes the organization. The answer and the event contain only the changes. Settings may name streams.
 * Therefore they are decided on the log stream in which streams are created and archived.
 */
import { z } from 'zod';
import { type Actor, accept, refuse } from '../../src/define/command.ts';
import { openChannel } from '../../src/state/channels.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { codePoints } from '../../src/vocabulary/code-points.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { inParts } from '../../src/vocabulary/in-parts.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { hasUnfitCharacters } from '../../src/vocabulary/name-characters.ts';
import { RealmChange } from '../../src/vocabulary/realm-settings.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';
import { areHidden } from '../../src/vocabulary/shown-email.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator, actsAsOwner } from '../rules/acting.ts';
import { mayEnter } from '../rules/channels.ts';
import { differing } from '../rules/differing.ts';

const textRefusals = [
  'realm-name-blank',
  'name-characters',
  'realm-name-too-long',
  'realm-description-too-long',
] as const;

const Input = z.object({
  change: RealmChange,
  /** The requested change of the authentication methods: no methods, the current ones, or others. */
  authentication: z.enum(['none', 'same', 'other']).optional(),
});

export const updateRealm = defineCommand({
  name: 'update-realm',
  input: Input,
  refusals: [
    ...textRefusals,
    'administrator-required',
    'owner-required',
    'authentication-methods-none',
    'authentication-methods-fixed',
    'news-channel-unknown',
  ],
  stream: (_input, realmId) => logStream.channels(realmId),
  async prepare(_state, { change: { description = '' } }, tools) {
    if (description === '' || description.length > 2 * limits.realmDescriptionLengthMax) return '';
    return (await tools.render(description)).html;
  },
  decide(state, input, { realmId, actor, prepared }) {
    const name = input.change.name?.trim();
    const wanted: RealmChange = { ...input.change, name };
    const badText = textRefusal(wanted);
    if (badText) return refuse(badText);
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const badMethods = authenticationRefusal(input.authentication, actsAsOwner(state, actor));
    if (badMethods) return refuse(badMethods);
    const current = currentOf(state);
    const changed = differing<RealmChange>(wanted, current);
    if (changed.message_retention_days !== undefined && !actsAsOwner(state, actor))
      return refuse({ code: 'owner-required' });
    if (!mayTellIn(state, actor, changed)) return refuse({ code: 'news-channel-unknown' });
    const names = Object.keys(changed) as (keyof RealmChange)[];
    if (names.length === 0) return accept([], { changed, now: current, count: 0 });
    const previous = Object.fromEntries(names.map((one) => [one, current[one]])) as RealmChange;
    const rendered = changed.description === undefined ? {} : { renderedDescription: prepared };
    const shown = addressesShown(state, changed.email_address_visibility);
    return accept(
      [
        {
          stream: logStream.channels(realmId),
          events: [{ type: 'RealmSettingsChanged', data: { settings: changed, previous, ...rendered } }, ...shown],
        },
      ],
      // `count`: the number of people whose shown address changes.
      {
        changed,
        now: { ...current, ...changed },
        count: shown.reduce((sum, { data }) => sum + data.userIds.length, 0),
      },
    );
  },
});

/** Clients get an event for each person whose shown address changes. One event leads to a limited number of client events. */
function addressesShown(
  { realm, directory }: RealmState,
  visibility: RealmChange['email_address_visibility'],
): DomainEvent<'AddressVisibilityChanged'>[] {
  const before = realm.settings.email_address_visibility;
  if (visibility === undefined || areHidden({ visibility }) === areHidden({ visibility: before })) return [];
  const people = [...directory.accounts.values()].filter(({ bot }) => bot === null).map(({ userId }) => userId);
  return inParts(people).map((userIds) => ({ type: 'AddressVisibilityChanged', data: { userIds, visibility } }));
}

const currentOf = ({ realm }: RealmState): RealmChange => ({
  ...realm.settings,
  name: realm.name,
  description: realm.description,
  notifications_stream_id: realm.notificationsChannelId,
  signup_notifications_stream_id: realm.signupsChannelId,
});

function textRefusal({ name, description = '' }: RealmChange): RefusalIn<typeof textRefusals> | undefined {
  if (name === '') return { code: 'realm-name-blank' };
  if (name !== undefined && hasUnfitCharacters(name)) return { code: 'name-characters' };
  if (name !== undefined && codePoints(name) > limits.realmNameLengthMax) return { code: 'realm-name-too-long' };
  if (codePoints(description) > limits.realmDescriptionLengthMax) return { code: 'realm-description-too-long' };
  return undefined;
}

/** Only owners may request authentication methods. The methods are set by the service's configuration. */
function authenticationRefusal(
  authentication: z.infer<typeof Input>['authentication'],
  isOwner: boolean,
): Refusal<'owner-required' | 'authentication-methods-none' | 'authentication-methods-fixed'> | undefined {
  if (authentication === undefined) return undefined;
  if (!isOwner) return { code: 'owner-required' };
  if (authentication === 'none') return { code: 'authentication-methods-none' };
  return authentication === 'other' ? { code: 'authentication-methods-fixed' } : undefined;
}

/** News may be sent only to streams that the administrator may enter. */
function mayTellIn(
  state: RealmState,
  actor: Actor,
  { notifications_stream_id: news, signup_notifications_stream_id: signups }: RealmChange,
): boolean {
  return [news, signups].every((channelId) => {
    if (channelId == null) return true;
    const channel = openChannel(state.channels, channelId);
    return channel !== undefined && mayEnter(state, actor, channel);
  });
}
