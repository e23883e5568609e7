/** The name of the client software (api-facts §1.1): asked for as `client`, else the front of the User-Agent. */
import { clientNameLengthMax } from '../vocabulary/limits.ts';

/** `ZulipPython/0.9.1 (Linux)` is `ZulipPython`; no header is `Unspecified`. */
export function clientName(asked: string | undefined, userAgent: string | undefined): string {
  const name = asked?.trim() || /^[^/ ]*[^0-9/(]*/.exec(userAgent ?? '')?.[0].trim() || 'Unspecified';
  return name.length > clientNameLengthMax ? [...name].slice(0, clientNameLengthMax).join('') : name;
}
