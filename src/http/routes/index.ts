/** Every endpoint below `/api/v1`, grouped by the first word of its path. */
import type { AnyEndpoint } from '../define-endpoint.ts';

export const endpoints: readonly AnyEndpoint[] = [];
