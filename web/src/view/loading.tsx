import { underWay } from '../api/under-way.ts';

/** A bar for as long as something is being loaded or done. */
export const Loading = () => (underWay.value > 0 ? <div class="loading" aria-hidden="true" /> : null);
