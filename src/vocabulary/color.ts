/** The colour of a subscription: `#` and three to six hexadecimal digits. */
import { z } from 'zod';

export const colorForm = /^#([a-fA-F0-9]{3,6})$/;
export const Color = z.string().regex(colorForm);
