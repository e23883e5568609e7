/** Tests of `subscribe`: which names streams may have. */
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { given } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { added, inChannels, made, names, past, prepared } from './subscribing.ts';

export function whatNamesStreamsHave(): void {
  const namingAll = (all: string[], before = past) =>
    given(before).when(subscribe, { channels: names(...all) }, { actor: 3, prepared });
  const naming = (name: string, before = past) => namingAll([name], before);

  it('refuses names that are blank, have control characters, change the text direction, or look like another name', () => {
    for (const name of ['   ', 'a\u0007b', 'a\u202eb', 'gen\u200deral'])
      naming(name).thenRefused('channel-name-invalid');
  });

  it('subscribes the requester to an older stream that has such a name', () => {
    const before = [...past, opened(5, 'a\u202eb', [1])];
    naming('a\u202eb', before).thenHappens(added(5, { userIds: [user(3)] }));
  });

  it('makes no second stream whose name has the same letters in other characters', () => {
    naming('cafe\u0301', [...past, opened(3, 'Caf\u00e9', [1])]).thenHappens(added(3, { userIds: [user(3)] }));
    namingAll(['New\u00e9', 'NEWE\u0301']).thenHappens(inChannels(made({ name: 'New\u00e9' })));
  });

  it('accepts names with direction marks and joiners, which languages and emoji need', () => {
    for (const name of ['שלום\u200f!', 'می\u200cخواهم', '👩\u200d💻'])
      naming(name).thenHappens(inChannels(made({ name })));
  });

  it('accepts names of 60 characters, even beyond the basic plane', () => {
    naming('😀'.repeat(60)).thenHappens(inChannels(made({ name: '😀'.repeat(60) })));
    naming('😀'.repeat(61)).thenRefused('channel-name-too-long');
  });
}
