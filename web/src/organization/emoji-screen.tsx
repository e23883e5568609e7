/** Custom emoji: pictures that are used in messages and reactions by their names. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { client } from '../api/connection.ts';
import { fetched } from '../api/fetched.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { Table } from '../audit/shared/table.tsx';
import { me, myself, personName, settings } from '../model/organization.ts';
import { isOwnPicture, realmEmoji } from '../model/realm-emoji.ts';
import { Button, bound, Trouble } from '../view/fields.tsx';
import { Field } from './field.tsx';
import { useNamedTrouble } from './named-trouble.ts';

type Emoji = (typeof realmEmoji.value)[string];

export function EmojiScreen() {
  const notice = useSignal('');
  const { trouble, isBusy, attempt } = useAttempt();
  const all = Object.values(realmEmoji.value).sort(
    (a, b) => Number(a.deactivated) - Number(b.deactivated) || a.name.localeCompare(b.name),
  );
  const deactivate = async ({ name }: Emoji): Promise<void> => {
    const isSure = confirm(
      `Deactivate :${name}:? What was written with it keeps it. It cannot be activated again, but another emoji can have its name.`,
    );
    if (!isSure) return;
    notice.value = '';
    await attempt(async () => {
      await client.value.delete('/realm/emoji/{emoji_name}', { emoji_name: name });
      notice.value = `:${name}: was deactivated.`;
    });
  };
  return (
    <section class="screen" aria-label="Custom emoji">
      <h2>Custom emoji</h2>
      <p class="lead">Pictures for messages and reactions, beside the emoji that everybody knows.</p>
      <p role="status">{notice.value}</p>
      <NewEmoji
        announceAdded={(name) => {
          notice.value = `:${name}: was added.`;
        }}
      />
      <Trouble words={trouble.value} />
      {all.length > 0 && (
        <Table columns={['Emoji', 'Added by', 'State']}>
          {all.map((one) => (
            <tr key={one.id}>
              <td>
                {isOwnPicture(one.source_url) && <img class="emoji" src={one.source_url} alt="" />} <b>:{one.name}:</b>
              </td>
              <td>{personName(one.author_id)}</td>
              <td>
                {one.deactivated && 'deactivated'}
                {isMine(one) && (
                  <Button
                    label="Deactivate"
                    forReaders={one.name}
                    aria-disabled={isBusy.value}
                    onClick={() => void deactivate(one)}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {all.length === 0 && <p class="empty">There are no custom emoji yet.</p>}
    </section>
  );
}

/** Whether the visitor may deactivate it. */
function isMine({ author_id: author, deactivated }: Emoji): boolean {
  if (deactivated) return false;
  if (myself.value?.is_admin) return true;
  return author === me.value && settings.value.realm_add_emoji_by_admins_only !== true;
}

function NewEmoji({ announceAdded }: { readonly announceAdded: (name: string) => void }) {
  const name = useSignal('');
  const file = useRef<HTMLInputElement>(null);
  const { troubleOf, isBusy, attempt } = useNamedTrouble({ name: /name/, picture: /image|file/i });
  const add = () =>
    attempt(async () => {
      const called = name.value.trim().replace(/^:|:$/g, '');
      const form = new FormData();
      for (const one of file.current?.files ?? []) form.append('file', one);
      await fetched(`/realm/emoji/${encodeURIComponent(called)}`, { method: 'POST', body: form });
      name.value = '';
      if (file.current) file.current.value = '';
      announceAdded(called);
    });
  return (
    <form class="inline new-hold" onSubmit={() => void add()}>
      <h3>Add an emoji</h3>
      <Field
        label="Name"
        hint="Lower-case letters, digits, dots, _ and -. In a message it is written :name:."
        trouble={troubleOf('name')}
        input={(described) => <input required autocomplete="off" {...described} {...bound(name)} />}
      />
      <Field
        label="Picture"
        hint="PNG, JPEG, GIF or WebP, at most 5 MiB."
        trouble={troubleOf('picture')}
        input={(described) => (
          <input ref={file} type="file" required accept="image/png,image/jpeg,image/gif,image/webp" {...described} />
        )}
      />
      <Button label="Add" type="submit" class="primary" aria-disabled={isBusy.value} />
      <Trouble words={troubleOf()} />
    </form>
  );
}
