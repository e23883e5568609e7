import type { ApiError } from 'verbatim/client';

type Refusal = Pick<ApiError, 'status' | 'message' | 'body'>;

/**
 * The field that an error of the server is about; undefined if it is about none. `about`: for each field, what a message about it says. The
 * name of the parameter counts as a part of the message.
 */
export function fieldOf<F extends string>(
  { status, message, body }: Refusal,
  about: Readonly<Record<F, RegExp>>,
): F | undefined {
  if (status >= 500) return undefined;
  const words = `${body?.var_name ?? ''} ${message}`.trim();
  return (Object.keys(about) as F[]).find((field) => about[field].test(words));
}
