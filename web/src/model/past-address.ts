/** Addresses of the page as it was: `#past/<moment>/as/<user>/narrow/…`. The moment is the id of an event; the reason is no part of it. */

export type PastAddress = {
  /** Undefined: it is yet to be chosen. */
  readonly moment: string | undefined;
  /** With whose eyes; undefined: the visitor's own. */
  readonly asUser: number | undefined;
  /** What is shown, as in an address for the present, without the `#`. */
  readonly rest: string;
};

const notChosen = '-';

/** Undefined for an address for the present. */
export function pastIn(fragment: string): PastAddress | undefined {
  const found = /^#past(?:\/([^/]*))?(?:\/as\/(\d{1,15}))?(?:\/(.*))?$/.exec(fragment);
  if (!found) return undefined;
  const [, moment = '', user, rest] = found;
  const named = moment === '' || moment === notChosen ? undefined : decoded(moment);
  return { moment: named, asUser: user === undefined ? undefined : Number(user), rest: rest || 'all' };
}

export const pastFragment = ({ moment, asUser, rest }: PastAddress): string =>
  `#past/${moment === undefined ? notChosen : encodeURIComponent(moment)}${asUser === undefined ? '' : `/as/${asUser}`}/${rest}`;

/** What is no encoding stands for itself. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
