/** `message_retention_days` as clients send it: days, `forever`, or `realm_default`. */
import { z } from 'zod';
import { converted, holding, type Parameter } from '../../request/parameters.ts';

/** More than a century is not a number of days that anybody means. */
const daysMax = 36_500;

/** Days; −1 for ever; null: the setting of the organization. Texts may be plain or JSON. */
export const retentionDays = (): Parameter<number | null> =>
  holding(
    converted((text) => {
      const said = text.replace(/^"(.*)"$/, '$1');
      if (said === 'realm_default') return null;
      if (said === 'forever') return -1;
      return /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= daysMax ? Number(text) : undefined;
    }),
    z.union([z.int().min(1).max(daysMax), z.enum(['forever', 'realm_default'])]),
  );
