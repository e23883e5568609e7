/** Tests of `edit-message` with limiting settings of the organization. */
import { editMessage } from '../../../commands/message/edit-message.ts';
import { askingFor } from '../../support/given.ts';
import { settingsChanged } from '../../support/writes.ts';
import { at, change, edited, moved, past } from './editing.ts';

const asks = askingFor(editMessage, past);

export function whereSettingsLimitEdits(): void {
  it('is changed for as long as the organization allows, or at any time', () => {
    const late = (limit: number, seconds: number) =>
      asks(
        at(3, seconds),
        change(10, { content: 'Stew' }),
        settingsChanged({ message_content_edit_limit_seconds: limit }),
      );
    late(60, 80).thenHappens(edited(10));
    late(60, 80.001).thenRefused('edit-too-late');
    late(0, 1_000_000).thenHappens(edited(10));
  });

  it('is not changed if the organization has turned editing off; nor are topics', () => {
    for (const wanted of [{ content: 'Stew' }, { topic: 'Dinner' }])
      for (const actor of [1, 3])
        asks(at(actor), change(10, wanted), settingsChanged({ allow_message_editing: false })).thenRefused(
          'editing-disabled',
        );
  });

  it('has its topic changed by others only if the organization permits it, or if it has no topic', () => {
    const moving = (actor: number, messageId = 10) =>
      asks(
        at(actor),
        change(messageId, { topic: 'Dinner' }),
        settingsChanged({ allow_community_topic_editing: false }),
      );
    moving(6).thenRefused('edit-not-permitted');
    for (const actor of [1, 2, 3]) moving(actor).thenHappens(moved(10));
    moving(6, 14).thenHappens(moved(14, { topic: '(no topic)' }));
  });
}
