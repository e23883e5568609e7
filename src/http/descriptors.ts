/**
 * The largest number of client connections, and of files for clients, that this process keeps open. Infinite if file descriptors are not
 * limited.
 */
import { limits } from '../vocabulary/limits.ts';

type Report = { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } };

let known: number | undefined;

export const connectionsMax = (): number => share(limits.connectionPercentMax);

export const transfersMax = (): number => Math.min(limits.transfersAtOnceMax, share(limits.transferPercentMax));

function share(percent: number): number {
  known ??= descriptorsMax();
  return Math.floor((known * percent) / 100);
}

function descriptorsMax(): number {
  // Without this, the report looks up the names of all connected hosts.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as Report;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
