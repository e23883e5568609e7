import { z } from 'zod';
import { limits } from '../../../vocabulary/limits.ts';
import { converted, type Parameter, withValueSchema } from '../../request/parameters.ts';

/** `message_retention_days` as clients send it. Gives the days; −1 for `forever`; null for `realm_default`. Both words may be quoted. */
export const retentionDays = (): Parameter<number | null> =>
  withValueSchema(
    converted((text) => {
      const unquoted = text.replace(/^"(.*)"$/, '$1');
      if (unquoted === 'realm_default') return null;
      if (unquoted === 'forever') return -1;
      return /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= limits.retentionDaysMax ? Number(text) : undefined;
    }),
    z.union([z.int().min(1).max(limits.retentionDaysMax), z.enum(['forever', 'realm_default'])]),
  );
