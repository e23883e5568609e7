/**
 * Under which e-mail address people are shown. An organization may hide the addresses of people from everyone but administrators, or from
 * everyone; then another one stands for each of them, at which nothing is received. Bots have no address of their own to hide.
 */
import type { UserId } from './ids.ts';

/** Of an organization: `visibility` as in its settings. */
export type Addressing = { readonly visibility: 1 | 3 | 4; readonly emailDomain: string };

type Addressed = { readonly userId: UserId; readonly email: string; readonly bot: object | null };

export const areHidden = ({ visibility }: Pick<Addressing, 'visibility'>): boolean => visibility !== 1;

/** Administrators see the addresses themselves beside those that are shown. */
export const areForAdministrators = ({ visibility }: Pick<Addressing, 'visibility'>): boolean => visibility === 3;

/** In a domain where no mailbox of the organization can be: a person's own address is never mistaken for it. */
const standsFor = (userId: UserId, { emailDomain }: Addressing): string => `user${userId}@noreply.${emailDomain}`;

/** The user with the address that is shown. `deliveryEmail`: their own, where that is another one. */
export const shown = <U extends Addressed>(user: U, addressing: Addressing): U & { readonly deliveryEmail?: string } =>
  areHidden(addressing) && user.bot === null
    ? { ...user, email: standsFor(user.userId, addressing), deliveryEmail: user.email }
    : user;

/** The user for whom the address stands, if it has the form of one that stands for somebody. */
export function standsForUser(address: string, { emailDomain }: Addressing): UserId | undefined {
  const [, id] = /^user(\d{1,15})@/i.exec(address.trim()) ?? [];
  const userId = Number(id) as UserId;
  const isIt =
    id !== undefined &&
    standsFor(userId, { visibility: 3, emailDomain }).toLowerCase() === address.trim().toLowerCase();
  return isIt ? userId : undefined;
}
