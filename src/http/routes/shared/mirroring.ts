/** Parameters by which a program sends what somebody else said. Nobody may: a message is recorded as said by whoever sent it. */
import { z } from 'zod';
import { emailLengthMax } from '../../../vocabulary/limits.ts';
import { described } from '../../openapi/described.ts';
import { raw } from '../../request/parameters.ts';
import { ProblemError, plain } from '../../response/problem.ts';

const bounded = () => raw(z.string().max(emailLengthMax)).optional();

export const mirroringParameters = {
  sender: described(bounded(), 'Refused: nobody sends in the name of somebody else.', 'iago@example.com'),
  forged: described(
    bounded(),
    'Refused if it is `yes` or `true`: nobody sends with the time or the name of somebody else.',
    'no',
  ),
};

/** Throws a problem where the message would be said to be of somebody else, so that it is not sent under the name of the caller. */
export function refuseMirrored({ sender, forged }: { sender?: string | undefined; forged?: string | undefined }): void {
  if (forged === 'yes' || forged === 'true') throw new ProblemError(plain('User not authorized for this query'));
  if (sender !== undefined) throw new ProblemError(plain('Invalid mirrored message'));
}
