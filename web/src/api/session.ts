/** The signed-in account. Its API key is kept in memory and in `sessionStorage`, which ends with the tab, and never in an address. */
import { signal } from '@preact/signals';
import { byteString } from './byte-string.ts';
import { goToAddress } from './looking.ts';

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
  const ended = endOfSession();
  const isAgain = ended?.email === account.email;
  // What another person kept is lost.
  if (ended && !isAgain) sessionStorage.clear();
  sessionStorage.removeItem(storedEnd);
  sessionStorage.setItem(stored, JSON.stringify(account));
  if (isAgain) reloadAt(location.hash || ended.address);
  else session.value = account;
}

const isOver = (): boolean => sessionStorage.getItem(stored) === null;
const names = new Set<string>();

/** Keeps a list until the tab is closed. Nothing is kept after signing out. */
export function keepInTab(name: string, value: readonly unknown[]): void {
  if (isOver()) return;
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser stores some megabytes for a page. A longer list is lost with a reload.
  }
}

/** Whether the page itself is reloading, or leads to the provider of single sign-on, from where its tab comes back. */
let isComingBack = false;

/** Whether a list would be lost if the tab was closed now. It may be that of somebody who was signed out by the page itself. */
export const isAtRisk = (name: string): boolean => !isComingBack && (sessionStorage.getItem(name) ?? '[]') !== '[]';

/** The list that the signed-in account kept under a name; empty if there is none. */
export function keptInTab<T>(name: string): readonly T[] {
  names.add(name);
  return isOver() ? [] : (JSON.parse(sessionStorage.getItem(name) ?? '[]') as readonly T[]);
}

/** Signs out, and asks before if something would be lost: forgets the key and all that was kept. `address`: what the page shows then. */
export function signOut(address = ''): void {
  const question = 'Sign out? What you have written and is not sent or saved yet will be lost.';
  if ([...names].some((name) => keptInTab(name).length > 0) && !confirm(question)) return;
  sessionStorage.clear();
  reloadAt(address);
}

/** Who was signed out by the page itself, why, and what was shown. */
type End = { readonly email: string; readonly why: string; readonly address: string };
const storedEnd = 'verbatim.end';
export const endOfSession = (): End | undefined => JSON.parse(sessionStorage.getItem(storedEnd) ?? 'null') ?? undefined;

/** Signs out because the key is no longer valid. What was kept stays in the tab until the same person signs in again, or another one. */
export function endSession(why: string): void {
  const ended = { email: session.value?.email, why, address: location.hash };
  sessionStorage.setItem(storedEnd, JSON.stringify(ended));
  sessionStorage.removeItem(stored);
  reloadAt('');
}

/** Reloads the page, so that nothing stays in memory. It is one navigation, because browser engines differ in which of two they follow. */
function reloadAt(address: string): void {
  history.replaceState(null, '', `/${address}`);
  isComingBack = true;
  location.reload();
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
const addressKey = 'verbatim.address';

/** Goes to the provider of single sign-on, which sends the browser back here. */
export async function goToProvider(): Promise<void> {
  const { url, ticket } = await ask('/sso/begin', {});
  sessionStorage.setItem(ticketKey, String(ticket));
  sessionStorage.setItem(addressKey, location.hash.replace('#sso', ''));
  isComingBack = true;
  location.assign(String(url));
}

/** Whether the browser comes back from the provider. */
export const isBackFromProvider = (): boolean => new URLSearchParams(location.search).has('state');

/** Signs in with the answer of the provider. The answer is removed from the address first, which is then that from before. */
export async function finishAtProvider(): Promise<void> {
  const answer = new URLSearchParams(location.search);
  history.replaceState(null, '', '/');
  const [ticket = '', address = ''] = [ticketKey, addressKey].map((key) => {
    const value = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return value;
  });
  if (address !== '') goToAddress(address);
  const code = answer.get('code');
  if (code === null) throw new Error('The sign-in was not completed. Please try again.');
  await signInBy('/sso/finish', { ticket, code, state: answer.get('state') ?? '' });
}
