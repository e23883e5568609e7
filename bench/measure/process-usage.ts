/** Resources that a process has used so far, from `/proc`: all of its threads, without its children. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Microseconds of processor time, user and system. The resolution is 10 ms, so compare over seconds. */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command's name, which may contain spaces, so fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticksPerSecond;
}

/** Microseconds of processor time that a process takes for each answer of `work`. */
export async function cpuMicrosEach(pid: number, work: () => Promise<{ readonly count: number }>): Promise<number> {
  const before = cpuMicros(pid);
  const { count } = await work();
  return (cpuMicros(pid) - before) / count;
}

/** Bytes written to storage: dirty pages without those that were dropped before they were written. */
export function bytesWritten(pid: number): number {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1]);
  return field('write_bytes') - field('cancelled_write_bytes');
}

/** Resident memory, bytes. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** Within this time the garbage collector frees the memory that an idle process does not need. */
const restMs = 60_000;

/** The least resident memory in the next minute. By then the collector has freed what an idle process does not need. */
export async function residentBytesAtRest(pid: number): Promise<number> {
  const end = performance.now() + restMs;
  let least = residentBytes(pid);
  while (performance.now() < end) {
    await delay(1_000);
    least = Math.min(least, residentBytes(pid));
  }
  return least;
}
