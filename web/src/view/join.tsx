/** Creates an account for a person who has an invitation link. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Invited, join, readInvitation } from '../api/session.ts';

export function Join({ invitationKey }: { readonly invitationKey: string }) {
  const invited = useSignal<Invited | undefined>(undefined);
  const email = useSignal('');
  const fullName = useSignal('');
  const password = useSignal('');
  const trouble = useSignal('');
  const isBusy = useSignal(false);

  const attempt = async (what: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    trouble.value = '';
    try {
      await what();
    } catch (error) {
      trouble.value = error instanceof TypeError ? 'The server cannot be reached.' : (error as Error).message;
    } finally {
      isBusy.value = false;
    }
  };

  useEffect(() => {
    void attempt(async () => {
      invited.value = await readInvitation(invitationKey);
      email.value = invited.value.email ?? '';
    });
  }, [invitationKey]);

  const shown = (of: typeof email) => ({
    required: true,
    value: of.value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => {
      of.value = event.currentTarget.value;
    },
  });

  return (
    <main class="sign-in">
      <section class="card">
        <h1>{invited.value ? `Join ${invited.value.realm_name}` : 'Invitation'}</h1>
        {invited.value && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void attempt(() =>
                join({
                  ...{ key: invitationKey, full_name: fullName.value, password: password.value },
                  email: email.value,
                }),
              );
            }}
          >
            <label>
              E-mail address
              <input type="email" autocomplete="username" readOnly={invited.value.email !== null} {...shown(email)} />
            </label>
            <label>
              Your name
              <input type="text" autocomplete="name" {...shown(fullName)} />
            </label>
            <label>
              Password
              <input type="password" autocomplete="new-password" {...shown(password)} />
            </label>
            <button type="submit" class="primary" disabled={isBusy.value}>
              Join
            </button>
          </form>
        )}
        <p class="failure" role="alert">
          {trouble.value}
        </p>
      </section>
    </main>
  );
}
