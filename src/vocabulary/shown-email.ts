/**
 * The e-mail addresses under which people are shown. An organization may hide real addresses from everyone except administrators, or from
 * everyone. Then another address, which receives no mail, is shown for each person. Bots have no real address to hide.
 */
import type { UserId } from './ids.ts';

/** The settings of an organization. `visibility` is as in its settings. */
export type Addressing = { readonly visibility: 1 | 3 | 4; readonly emailDomain: string };

type Addressed = { readonly userId: UserId; readonly email: string; readonly bot: object | null };

export const areHidden = ({ visibility }: Pick<Addressing, 'visibility'>): boolean => visibility !== 1;

/** Whether administrators see the real addresses in addition to the shown ones. */
export const areForAdministrators = ({ visibility }: Pick<Addressing, 'visibility'>): boolean => visibility === 3;

/** The domain is one in which the organization can have no mailbox, so that the address is never the real address of a person. */
const standsFor = (userId: UserId, { emailDomain }: Addressing): string => `user${userId}@noreply.${emailDomain}`;

/** The user with the shown address. `deliveryEmail`: the real address, if it is another one. */
export const shown = <U extends Addressed>(user: U, addressing: Addressing): U & { readonly deliveryEmail?: string } =>
  areHidden(addressing) && user.bot === null
    ? { ...user, email: standsFor(user.userId, addressing), deliveryEmail: user.email }
    : user;

/** The user for whom the address is shown, if it has the form of such an address. */
export function standsForUser(address: string, { emailDomain }: Addressing): UserId | undefined {
  const [, id] = /^user(\d{1,15})@/i.exec(address.trim()) ?? [];
  const userId = Number(id) as UserId;
  const isIt =
    id !== undefined &&
    standsFor(userId, { visibility: 3, emailDomain }).toLowerCase() === address.trim().toLowerCase();
  return isIt ? userId : undefined;
}
