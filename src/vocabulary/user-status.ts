/** What users say about themselves: that they are away, and a short text. */

export type UserStatus = { readonly away?: true; readonly text?: string };

/** What was said anew: false and an empty text take back what was said before. */
export type StatusChange = { readonly away?: boolean | undefined; readonly text?: string | undefined };

/** Empty where nothing is left of it. */
export function statusAfter(before: UserStatus, { away, text }: StatusChange): UserStatus {
  const isAway = away ?? before.away ?? false;
  const said = text ?? before.text ?? '';
  return { ...(isAway && { away: true as const }), ...(said !== '' && { text: said }) };
}
