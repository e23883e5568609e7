/** The text of an e-mail about missed messages. It is plain text, so that nothing in it is a link or an image of its own. */
import type { Missed } from '../queries/missed-messages.ts';
import { fullNameOf } from '../state/people.ts';
import { preferencesOf } from '../state/preferences.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { notificationsOf } from '../vocabulary/settings.ts';
import { oneLine, withLinesMarked } from '../vocabulary/text-lines.ts';

/** How many characters of a message are shown. */
const shownMax = 500;

export function digestText(
  state: RealmState,
  reader: UserId,
  { count, shown }: Missed,
  address: string,
): { readonly subject: string; readonly text: string } {
  const { name, settings } = state.realm;
  const own = notificationsOf(preferencesOf(state.preferences, reader));
  const isContentShown =
    settings.message_content_allowed_in_email_notifications && own.message_content_in_email_notifications;
  const many = count === 1 ? 'a message' : `${count} messages`;
  const nameOf = (userId: UserId): string => fullNameOf(state, userId);
  const parts = shown.map(({ senderId, content, channelId, topic, participants = [] }) => {
    const others = participants.filter((userId) => userId !== reader && userId !== senderId).map(nameOf);
    const channel = channelId === undefined ? undefined : state.channels.byId.get(channelId)?.name;
    const to = others.length > 0 ? ` (also to ${others.join(', ')})` : '';
    const where = channel === undefined ? to : ` in ${channel} > ${topic}`;
    const quote = isContentShown ? `\n\n${quoted(content)}` : '';
    return `${oneLine(`${nameOf(senderId)}${where}`)}:${quote}`;
  });
  const more = count > shown.length ? [`And ${count - shown.length} more before them.`] : [];
  return {
    subject: own.realm_name_in_notifications ? `${name}: ${many} for you` : `${capitalized(many)} for you`,
    text: `${[...parts, ...more].join('\n\n')}

--
You have not read ${many} in ${name}: ${address}
You can turn these e-mails off in your settings (enable_offline_email_notifications).
`,
  };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function quoted(content: string): string {
  const points = [...content];
  const shown = points.length > shownMax ? `${points.slice(0, shownMax).join('')}…` : content;
  return withLinesMarked(shown, '  ');
}
