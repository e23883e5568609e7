/** A colour as clients set it on a subscription (api-facts §1.4): `#` and three to six hexadecimal digits. */
import { z } from 'zod';

export const colorForm = /^#([a-fA-F0-9]{3,6})$/;
export const Color = z.string().regex(colorForm);
