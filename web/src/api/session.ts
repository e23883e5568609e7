/** The signed-in account. Its API key is kept in memory and in `sessionStorage`, which ends with the tab, and never in an address. */
import { signal } from '@preact/signals';
import { byteString } from './byte-string.ts';

export type Session = { readonly email: string; readonly apiKey: string };

const stored = 'verbatim.session';

export const session = signal<Session | undefined>(read());

function read(): Session | undefined {
  const text = sessionStorage.getItem(stored);
  if (text === null) return undefined;
  const value: unknown = JSON.parse(text);
  const { email, apiKey } = (value ?? {}) as Partial<Session>;
  return email && apiKey ? { email, apiKey } : undefined;
}

/** The `Authorization` header of the signed-in account. */
export function authorization(): string {
  const { email = '', apiKey = '' } = session.value ?? {};
  return `Basic ${btoa(byteString(`${email}:${apiKey}`))}`;
}

export function begin(account: Session): void {
  sessionStorage.setItem(stored, JSON.stringify(account));
  session.value = account;
}

/** Keeps a list until the tab is closed. Nothing is kept after signing out. */
export function keepInTab(name: string, value: readonly unknown[]): void {
  if (sessionStorage.getItem(stored) === null) return;
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser stores some megabytes for a page. A longer list is lost with a reload.
  }
}

/** The list that was kept under a name; empty if there is none. */
export const keptInTab = <T>(name: string): readonly T[] =>
  JSON.parse(sessionStorage.getItem(name) ?? '[]') as readonly T[];

const storedEnd = 'verbatim.end';

/** Signs out: forgets the key and reloads the page, so that nothing stays in memory. `why`: shown where one signs in. */
export function end(why = ''): void {
  sessionStorage.clear();
  if (why !== '') sessionStorage.setItem(storedEnd, why);
  // One navigation, because browser engines differ in which of two they follow.
  history.replaceState(null, '', '/');
  location.reload();
}

/** Why the page has signed out by itself. */
export function takeEnd(): string {
  const why = sessionStorage.getItem(storedEnd) ?? '';
  sessionStorage.removeItem(storedEnd);
  return why;
}

type Body = Readonly<Record<string, unknown>>;

/** The message of an error in signing in or joining. */
export const wordsOfEntry = (error: unknown): string =>
  error instanceof TypeError ? 'The server cannot be reached.' : (error as Error).message;

/** A request without credentials. Throws an error with the message of the server. */
async function ask(path: string, parameters?: Readonly<Record<string, string>>): Promise<Body> {
  const sent = parameters ? { method: 'POST', body: new URLSearchParams(parameters) } : {};
  const response = await fetch(`/api/v1${path}`, sent);
  // A proxy may answer with a page of its own.
  const body = (await response.json().catch(() => ({}))) as Body;
  if (!response.ok) throw new Error(typeof body.msg === 'string' ? body.msg : `The server answered ${response.status}`);
  return body;
}

export type Server = {
  readonly name: string | undefined;
  readonly isDevelopment: boolean;
  readonly hasProvider: boolean;
  readonly version: string;
};

export async function readServer(): Promise<Server> {
  const settings = await ask('/server_settings');
  const external = settings.external_authentication_methods;
  const methods = (settings.authentication_methods ?? {}) as Readonly<Record<string, boolean>>;
  return {
    name: typeof settings.realm_name === 'string' ? settings.realm_name : undefined,
    isDevelopment: methods.dev === true,
    hasProvider: Array.isArray(external) && external.length > 0,
    version: String(settings.service_version),
  };
}

/** The addresses that can sign in without a password on a development server. */
export async function readDevelopmentAddresses(): Promise<readonly string[]> {
  const { direct_admins, direct_users } = await ask('/dev_list_users');
  const all = [direct_admins, direct_users].flat() as readonly { readonly email: string }[];
  return all.map(({ email }) => email);
}

export const signIn = (username: string, password: string): Promise<void> =>
  signInBy('/fetch_api_key', { username, password });

export const signInOnDevelopment = (username: string): Promise<void> => signInBy('/dev_fetch_api_key', { username });

async function signInBy(path: string, parameters: Readonly<Record<string, string>>): Promise<void> {
  const { api_key: apiKey, email } = await ask(path, parameters);
  begin({ email: String(email), apiKey: String(apiKey) });
}

export type Invited = { readonly realm_name: string; readonly email: string | null };

/** The organization and the address of an invitation. */
export async function readInvitation(key: string): Promise<Invited> {
  const { realm_name, email } = await ask('/invites/check', { key });
  return { realm_name: String(realm_name), email: typeof email === 'string' ? email : null };
}

/** Creates the account and signs in. The key of the invitation is removed from the address. */
export async function join(as: {
  readonly key: string;
  readonly full_name: string;
  readonly password: string;
  readonly email: string;
}): Promise<void> {
  await signInBy('/invites/accept', as);
  location.hash = '';
}

const ticketKey = 'verbatim.ticket';

/** Goes to the provider of single sign-on, which sends the browser back here. */
export async function goToProvider(): Promise<void> {
  const { url, ticket } = await ask('/sso/begin', {});
  sessionStorage.setItem(ticketKey, String(ticket));
  location.assign(String(url));
}

/** Whether the browser comes back from the provider. */
export const isBackFromProvider = (): boolean => new URLSearchParams(location.search).has('state');

/** Signs in with the answer of the provider. The answer is removed from the address first. */
export async function finishAtProvider(): Promise<void> {
  const answer = new URLSearchParams(location.search);
  history.replaceState(null, '', '/');
  const ticket = sessionStorage.getItem(ticketKey) ?? '';
  sessionStorage.removeItem(ticketKey);
  const code = answer.get('code');
  if (code === null) throw new Error('The sign-in was not completed. Please try again.');
  await signInBy('/sso/finish', { ticket, code, state: answer.get('state') ?? '' });
}
