/** `message_retention_days` as it travels (spec, POST /users/me/subscriptions): days, `forever`, or `realm_default`. */
import { converted, type Parameter } from '../../request/parameters.ts';

/** More than a century is not a number of days that anybody means. */
const daysMax = 36_500;

/** Days; −1 for ever; null: as the organization has it. Words come raw or JSON-quoted (api-facts §0.2a). */
export const retentionDays = (): Parameter<number | null> =>
  converted((text) => {
    const said = text.replace(/^"(.*)"$/, '$1');
    if (said === 'realm_default') return null;
    if (said === 'forever') return -1;
    return /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= daysMax ? Number(text) : undefined;
  });
