import { z } from 'zod';
import { WrongValue } from '../vocabulary/wrong-value.ts';

/** An option that is a whole number, 0 or more. Any other text is refused with a message for people. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number, 0 or more')
  .transform(Number);

/** The whole number up to `max` that an option is given. Throws WrongValue. */
export function wholeNumberIn(option: string, text: string, max: number): number {
  const { data = -1 } = wholeNumber.safeParse(text);
  if (data < 0 || data > max) throw new WrongValue(option, `must be a whole number up to ${max}`);
  return data;
}
