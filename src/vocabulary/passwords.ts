/**
 * Passwords that are too weak. The number of guesses is limited (`signInFailuresMax`), so that only the most common guesses must be
 * refused.
 */
import { codePoints } from './code-points.ts';
import { foldCase } from './fold-case.ts';
import { limits } from './limits.ts';

const distinctMin = 5;

/** The first entries in lists of leaked passwords that the other rules allow. */
const common: ReadonlySet<string> = new Set(
  'password password1 passw0rd 12345678 123456789 1234567890 qwertyui qwertyuiop iloveyou princess sunshine football baseball superman trustno1 letmein1 welcome1 abcd1234 1q2w3e4r 1qaz2wsx'.split(
    ' ',
  ),
);

/** `own`: data that everybody knows of the person, such as the address. */
export function isWeakPassword(password: string, own: readonly string[]): boolean {
  const folded = foldCase(password.trim());
  const known = own.flatMap((text) => [text, text.replace(/@.*$/, '')]).map(foldCase);
  return (
    codePoints(password) < limits.passwordLengthMin ||
    new Set(folded).size < distinctMin ||
    common.has(folded) ||
    known.includes(folded)
  );
}
