/** Creates an account for a person who has an invitation link. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Invited, join, readInvitation, wordsOfEntry } from '../api/session.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { Button, bound, LabelledInput } from './fields.tsx';

export function Join({ invitationKey }: { readonly invitationKey: string }) {
  const invited = useSignal<Invited | undefined>(undefined);
  const email = useSignal('');
  const fullName = useSignal('');
  const password = useSignal('');
  const { trouble, isBusy, attempt } = useAttempt(wordsOfEntry);

  useEffect(() => {
    void attempt(async () => {
      invited.value = await readInvitation(invitationKey);
      email.value = invited.value.email ?? '';
    });
  }, [invitationKey]);

  return (
    <main class="sign-in">
      <section class="card">
        <h1>{invited.value ? `Join ${invited.value.realm_name}` : 'Invitation'}</h1>
        {invited.value && (
          <form
            onSubmit={() => {
              void attempt(() =>
                join({ key: invitationKey, full_name: fullName.value, password: password.value, email: email.value }),
              );
            }}
          >
            <LabelledInput
              label="E-mail address"
              type="email"
              autocomplete="username"
              readOnly={invited.value.email !== null}
              required
              text={email}
            />
            <LabelledInput label="Your name" type="text" autocomplete="name" required text={fullName} />
            <label>
              <span>
                Password <small>of at least 8 characters</small>
              </span>
              <input type="password" autocomplete="new-password" required {...bound(password)} />
            </label>
            <Button label="Join" type="submit" class="primary" aria-disabled={isBusy.value} />
          </form>
        )}
        <p class="failure" role="alert">
          {trouble.value}
        </p>
        <p>
          <a href="#all">Sign in with an account</a>
        </p>
      </section>
    </main>
  );
}
