/** `message_retention_days` in the forms that clients send: days, `forever`, or `realm_default`. */
import { z } from 'zod';
import { limits } from '../../../vocabulary/limits.ts';
import { converted, holding, type Parameter } from '../../request/parameters.ts';

/** The number of days; −1 for ever; null for the organization's setting. A text may be plain or JSON. */
export const retentionDays = (): Parameter<number | null> =>
  holding(
    converted((text) => {
      const said = text.replace(/^"(.*)"$/, '$1');
      if (said === 'realm_default') return null;
      if (said === 'forever') return -1;
      return /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= limits.retentionDaysMax ? Number(text) : undefined;
    }),
    z.union([z.int().min(1).max(limits.retentionDaysMax), z.enum(['forever', 'realm_default'])]),
  );
