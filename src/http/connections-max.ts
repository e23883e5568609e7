/** How many connections of clients this process accepts. */
import { connectionPercentMax } from '../vocabulary/limits.ts';

type Report = { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } };

let known: number | undefined;

/** A part of the file descriptors that the operating system gives to the process. Infinite if they are not limited. */
export function connectionsMax(): number {
  known ??= Math.floor((descriptorsMax() * connectionPercentMax) / 100);
  return known;
}

function descriptorsMax(): number {
  // Otherwise the names of all hosts to which there is a connection are looked up.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as Report;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
