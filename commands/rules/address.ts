/** Which e-mail addresses are allowed, and which are free. */
import type { RealmState } from '../../src/state/realm-state.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';

const localPartLengthMax = 64;
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

export const isDomain = (text: string): boolean => text.length <= limits.emailLengthMax && domain.test(text);

export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > localPartLengthMax || text.length > limits.emailLengthMax) return false;
  return localPart.test(text.slice(0, at)) && domain.test(text.slice(at + 1));
}

/** Whether people with this address may join. If the organization restricts addresses to its domains, only those domains are allowed. */
export function isAddressAdmitted(state: RealmState, address: string): boolean {
  const { domains, settings } = state.realm;
  if (!settings.emails_restricted_to_domains || domains.length === 0) return true;
  const own = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domains.some(
    ({ domain, allowSubdomains }) => own === domain || (allowSubdomains && own.endsWith(`.${domain}`)),
  );
}

export const addressRefusals = ['email-invalid', 'email-taken'] as const;

/** Deactivated users keep their address. */
export function addressRefusal(
  state: RealmState,
  address: string,
  fingerprint: (address: string) => string,
): RefusalIn<typeof addressRefusals> | undefined {
  if (!isAddress(address)) return { code: 'email-invalid' };
  if (state.directory.addresses.has(fingerprint(address))) return { code: 'email-taken', email: address };
  return undefined;
}
