/**
 * Parameters with which a program sends a message in the name of another user. Nobody may do that: a message is recorded under its actual
 * sender.
 */
import { z } from 'zod';
import { limits } from '../../../vocabulary/limits.ts';
import { described } from '../../openapi/described.ts';
import { raw } from '../../request/parameters.ts';
import { ProblemError, plain } from '../../response/problem.ts';

const bounded = () => raw(z.string().max(limits.emailLengthMax)).optional();

export const mirroringParameters = {
  sender: described(bounded(), 'Always refused: nobody can send in the name of another user.', 'iago@example.com'),
  forged: described(
    bounded(),
    'Refused if it is `yes` or `true`: nobody can choose the sender or the time of a message.',
    'no',
  ),
};

/** Throws a problem if the message is to be sent in the name of another user. Otherwise it would be sent in the name of the caller. */
export function refuseMirrored({ sender, forged }: { sender?: string | undefined; forged?: string | undefined }): void {
  if (forged === 'yes' || forged === 'true') throw new ProblemError(plain('User not authorized for this query'));
  if (sender !== undefined) throw new ProblemError(plain('Invalid mirrored message'));
}
