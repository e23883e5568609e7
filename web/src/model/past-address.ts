/** Addresses for an earlier moment: `#past/<moment>/as/<user>/narrow/…`. The moment is an event id. The reason is not in the address. */

export type PastAddress = {
  /** Undefined until a moment is chosen. */
  readonly moment: string | undefined;
  /** The user whose view is shown; undefined for the visitor's own view. */
  readonly asUser: number | undefined;
  /** The rest of the address, as for the present, without the `#`. */
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

/** A part that is not valid percent-encoding is returned as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
