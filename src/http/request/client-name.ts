/** The name of the client software (docs/api.md, Requests): the parameter `client`, or else the beginning of the User-Agent. */
import { limits } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { invalid } from './parameter-errors.ts';

/**
 * `ZulipPython/0.9.1 (Linux)` gives `ZulipPython`; a missing header gives `Unspecified`. Throws a problem for characters that no text field
 * may contain.
 */
export function clientName(asked: string | undefined, userAgent: string | undefined): string {
  if (asked?.includes('\0')) throw new ProblemError(invalid('client must not contain null bytes'));
  const name = asked?.trim() || /^[^/ ]*[^0-9/(]*/.exec(userAgent ?? '')?.[0].trim() || 'Unspecified';
  return name.length > limits.clientNameLengthMax ? [...name].slice(0, limits.clientNameLengthMax).join('') : name;
}
