/** The status that a user sets: whether they are away, and a short text. */

export type UserStatus = { readonly away?: true; readonly text?: string };

/** A change of a status. False and an empty text remove the previous value. */
export type StatusChange = { readonly away?: boolean | undefined; readonly text?: string | undefined };

/** Empty if nothing is left of the status. */
export function statusAfter(before: UserStatus, { away, text }: StatusChange): UserStatus {
  const isAway = away ?? before.away ?? false;
  const newText = text ?? before.text ?? '';
  return { ...(isAway && { away: true as const }), ...(newText !== '' && { text: newText }) };
}
