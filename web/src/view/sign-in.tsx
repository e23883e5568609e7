import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  endOfSession,
  finishAtProvider,
  goToProvider,
  isBackFromProvider,
  readDevelopmentAddresses,
  readServer,
  type Server,
  signIn,
  signInOnDevelopment,
  wordsOfEntry,
} from '../api/session.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { Button, LabelledInput } from './fields.tsx';

/** Signs in with a password or single sign-on; on a development server also as any user of the organization. */
export function SignIn() {
  const server = useSignal<Server | undefined>(undefined);
  const addresses = useSignal<readonly string[]>([]);
  const email = useSignal('');
  const password = useSignal('');
  const { trouble, isBusy, attempt: enter } = useAttempt(wordsOfEntry);

  useEffect(() => {
    trouble.value = endOfSession()?.why ?? '';
    const load = async (): Promise<void> => {
      server.value = await readServer();
      if (server.value.isDevelopment) addresses.value = await readDevelopmentAddresses();
    };
    load().catch(() => {
      trouble.value = 'The server cannot be reached.';
    });
    if (isBackFromProvider()) void enter(finishAtProvider);
    else if (location.hash === '#sso') void enter(goToProvider);
  }, []);

  return (
    <main class="sign-in">
      <section class="promise">
        <img src="/favicon.svg" alt="" width="56" height="56" />
        <h1>Verbatim</h1>
        <p>
          Team chat that keeps every word as it was said, and can prove it: who said it, who could read it, and that
          nothing was changed since.
        </p>
      </section>
      <section class="card">
        <h2>{server.value?.name ?? 'Sign in'}</h2>
        <form onSubmit={() => void enter(() => signIn(email.value, password.value))}>
          <LabelledInput label="E-mail address" type="email" required autocomplete="username" text={email} />
          <LabelledInput label="Password" type="password" required autocomplete="current-password" text={password} />
          <Button label="Sign in" type="submit" class="primary" aria-disabled={isBusy.value} />
          {server.value?.hasProvider && (
            <Button label="Single sign-on" aria-disabled={isBusy.value} onClick={() => void enter(goToProvider)} />
          )}
          <p class="failure" role="alert">
            {trouble.value}
          </p>
        </form>
        {addresses.value.length > 0 && (
          <div class="as-anybody">
            <h3>Development server: sign in as</h3>
            <ul>
              {addresses.value.map((address) => (
                <li key={address}>
                  <Button
                    label={address}
                    aria-disabled={isBusy.value}
                    onClick={() => void enter(() => signInOnDevelopment(address))}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
    </main>
  );
}
