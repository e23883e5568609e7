/** Why a value is not a moment of the organization. The error message puts the name of the parameter or header before the reason. */
import type { NoMoment } from '../../queries/past-moment.ts';

export const whyNoMoment: Readonly<Record<NoMoment, string>> = {
  future: 'is in the future',
  before: 'is before the organization',
  import: 'is inside an import, whose events have the times of another log',
  unknown: 'names no event of this organization',
};
