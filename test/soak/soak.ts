/**
 * `npm run soak -- --minutes 60`: two services under hundreds of users of the ordinary and of the nasty kind. One of them is killed and
 * has its disk filled now and then. The other one is left alone, so that its memory at the end can be compared with its memory after the
 * first sixth of the time, at the same load. Garbage is collected before both measurements, because V8 keeps it while there is enough memory.
 * The exit code is 1 if anything acknowledged is missing, duplicated or out of order, if an answer is not allowed, or if memory has grown by
 * more than a fifth.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { numbersFrom } from '../simulation/chance.ts';
import { type Populated, type PopulationSize, populate } from './population.ts';
import { type Measured, Service } from './service.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    /** Ordinary users of each service. */
    users: { type: 'string', default: '120' },
    nasty: { type: 'string', default: '20' },
    /** Mean seconds between two acts of one user. */
    pause: { type: 'string', default: '15' },
    /** Seconds after which a delivery is missing; an answer, after twice as long. More where others use the machine. */
    patience: { type: 'string', default: '30' },
    /** Megabytes of the disk that is filled. */
    disk: { type: 'string', default: '3072' },
    /** Leaves out filling the memory for client events at the begin. */
    'no-filling': { type: 'boolean', default: false },
    /** Leaves out the service that is left alone. Memory is not measured then. */
    'rough-only': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  const numbers = '[--minutes N] [--seed N] [--users N] [--nasty N] [--pause SECONDS] [--patience SECONDS] [--disk MB]';
  console.log(`npm run soak -- ${numbers} [--no-filling] [--rough-only]`);
  process.exit();
}
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
const people: PopulationSize = {
  ordinary: Number(values.users),
  nasty: Number(values.nasty),
  pauseMs: Number(values.pause) * 1000,
  answerMsMax: 2 * Number(values.patience) * 1000,
};
const ratioMax = 1.2;
/** In shorter runs memory is not compared. */
const memoryMinutesMin = 6;
const sampleMs = 12_000;
const lateMs = Number(values.patience) * 1000;
const diskBytes = Number(values.disk) * 1024 ** 2;
/** Minutes between two disturbances of the rough service: a quarter of the run, but not less than three seconds. */
const disturbedEveryMinutes = Math.min(4, Math.max(minutes / 4, 0.05));

const env = {
  VERBATIM_READ_WAIT_MS: String(Math.min(60_000, lateMs / 6)),
  VERBATIM_EVENT_LOG: 'embedded',
  VERBATIM_READ_STORE: 'embedded',
  VERBATIM_REQUESTS_PER_MINUTE_MAX: '200',
  // At the end each user waits for the answer to a last poll.
  VERBATIM_HEARTBEAT_SECS: String(Math.min(20, Math.ceil(20 * minutes))),
  VERBATIM_SCRUB_SECS: '600',
};
const random = numbersFrom(seed);
const faults: string[] = [];
const now = (): number => performance.now();
process.on('unhandledRejection', (error) => {
  faults.push(`the soak itself: ${error instanceof Error ? error.stack : String(error)}`);
});

const round = (value: number | undefined): string =>
  (value ?? Number.NaN).toFixed(value !== undefined && value < 10 ? 1 : 0);
const at = (share: number, numbers: readonly number[]): number | undefined =>
  [...numbers].sort((a, b) => a - b)[Math.floor(share * numbers.length)];
const median = (numbers: readonly number[]): number => at(0.5, numbers) ?? Number.NaN;

console.log(
  `soak: seed ${seed}, ${minutes} minutes, ${people.ordinary} ordinary and ${people.nasty} nasty users for each service`,
);
const folder = mkdtempSync(join(tmpdir(), 'verbatim-soak-'));
const [steady, rough] = ['steady', 'rough'].map((name) => {
  mkdirSync(join(folder, name));
  return new Service(name, join(folder, name), env);
}) as [Service, Service];
const canFill = rough.mountDisk(diskBytes);
if (!canFill) console.log('mounting a file system is not permitted: no disk is filled');
const populations: Populated[] = [];
for (const service of values['rough-only'] ? [rough] : [steady, rough]) {
  await service.start();
  populations.push(await populate(service, people, random));
}
if (!values['no-filling']) await populations[0]?.fill();

const began = now();
const minutesGone = (): number => (now() - began) / 60_000;
const acting = populations.map((one) => one.act());
/** Memory is compared between these: after the first sixth of the time, and at the end. */
const windows = [
  { from: minutes / 12, to: minutes / 6 },
  { from: minutes - minutes / 12, to: minutes },
] as const;
const samples: (Measured & { readonly minute: number })[] = [];
const over = new AbortController();
const sampling = (async () => {
  while (!over.signal.aborted) {
    const isCompared =
      !values['rough-only'] && windows.some(({ from, to }) => minutesGone() >= from && minutesGone() < to);
    if (isCompared) samples.push({ minute: minutesGone(), ...(await steady.measureCollected()) });
    await delay(sampleMs, undefined, { signal: over.signal }).catch(() => undefined);
  }
})();
const disturbing = (async () => {
  for (let count = 1; ; count += 1) {
    const next = began + count * disturbedEveryMinutes * 60_000;
    // The last one leaves time to recover.
    if (next > began + (minutes * 60_000 * 7) / 8) return;
    const wait = Math.max(0, next - now() + (random() * minutes * 60_000) / 16);
    await delay(wait, undefined, { signal: over.signal }).catch(() => undefined);
    if (over.signal.aborted) return;
    if (canFill && count % 3 === 0) await rough.fillDisk(5000);
    else {
      await rough.kill();
      await delay(random() * 3000);
      await rough.start();
    }
  }
})();
disturbing.catch((error: unknown) => faults.push(`rough: ${error instanceof Error ? error.stack : String(error)}`));

const cpu = new Map(
  populations.map(({ population: { service } }) => [service, { secs: service.cpuSecs(), at: now() }]),
);
async function line({ population }: Populated): Promise<string> {
  const { service, latencies, ledger, refused, slowed } = population;
  const { rssMb, anonymousMb, heapMb, usedMb, diskMb } = await service.measure();
  const before = cpu.get(service);
  const used = { secs: service.cpuSecs(), at: now() };
  cpu.set(service, used);
  // A process that was restarted meanwhile has used less.
  const share =
    before && used.secs > before.secs ? (100_000 * (used.secs - before.secs)) / (used.at - before.at) : undefined;
  population.latencies = [];
  population.refused = 0;
  population.slowed = 0;
  return (
    `${service.name}: rss ${round(rssMb)} (anonymous ${round(anonymousMb)}, in use ${round(usedMb)}, heap ${round(heapMb)}) disk ${round(diskMb)} MB, ` +
    `cpu ${round(share)} %, p50 ${round(at(0.5, latencies))} p99 ${round(at(0.99, latencies))} ms of ${latencies.length}, ` +
    `503: ${refused}, slowed ${slowed}, said ${ledger.acknowledged}, delivered ${ledger.delivered}, kills ${service.kills}, full ${service.fullDisks}`
  );
}

/** Each minute one room is read and checked; at the end, all of them. */
async function check({ population, compare }: Populated): Promise<void> {
  const { ledger, service } = population;
  if (!service.isCalm) return;
  ledger.settle(now() - lateMs);
  const rooms = ledger.places.filter((place) => place.startsWith('room '));
  const room = rooms[Math.floor(random() * rooms.length)];
  if (room !== undefined) await compare(room, Math.max(0, ledger.newest(room) - 2000));
}

function printFaults(): boolean {
  const all = [
    ...faults,
    ...populations.flatMap(({ population }) => [...population.ledger.faults, ...population.service.faults]),
  ];
  for (const fault of all.slice(0, 50)) console.error(`FAULT ${fault}`);
  return all.length === 0;
}

for (let minute = 1; minute <= Math.floor(minutes) && printFaults(); minute += 1) {
  await delay(Math.max(0, began + minute * 60_000 - now()));
  for (const one of populations) {
    await check(one).catch((error: unknown) => faults.push(String(error)));
    console.log(`${minute}: ${await line(one).catch(() => `${one.population.service.name}: away`)}`);
  }
}
if (printFaults()) await delay(Math.max(0, began + minutes * 60_000 - now()));
over.abort();
await Promise.all([sampling, disturbing]);
console.log(`the rough service: kills ${rough.kills}, full disks ${rough.fullDisks}`);

for (const { population } of populations) population.isQuiet = true;
const patientUntil = now() + 2 * lateMs;
while (now() < patientUntil && populations.some(({ population }) => population.ledger.owed > 0)) await delay(1000);
for (const { population, compare } of populations) {
  population.ledger.settle(Number.POSITIVE_INFINITY);
  // After a kill, listings show the durable messages.
  await population.service.kill();
  await population.service.start();
  for (const room of population.ledger.places.filter((place) => place.startsWith('room '))) await compare(room, 0);
  population.isOver = true;
}
await Promise.all(acting);
for (const { population } of populations) {
  const code = await population.service.end();
  if (code !== 0) faults.push(`${population.service.name}: a clean stop ended with ${code}`);
}
rmSync(folder, { recursive: true, force: true });

const [early, late] = windows.map(({ from, to }) => samples.filter(({ minute }) => minute >= from && minute < to)) as [
  typeof samples,
  typeof samples,
];
const ratioOf = (of: 'anonymousMb' | 'rssMb' | 'usedMb'): number =>
  median(late.map((one) => one[of])) / median(early.map((one) => one[of]));
const ratio = ratioOf('anonymousMb');
console.log(
  `memory at the end ÷ after the first sixth: ${ratio.toFixed(2)} (at most ${ratioMax}); without what V8 keeps free: ` +
    `${ratioOf('usedMb').toFixed(2)}; with mapped files: ${ratioOf('rssMb').toFixed(2)}`,
);
const range = (of: readonly number[]): string => [0, 0.25, 0.5, 0.75].map((share) => round(at(share, of))).join(', ');
const rangeOf = (window: typeof samples): string => range(window.map(({ anonymousMb }) => anonymousMb));
console.log(`anonymous memory, least and quartiles: ${rangeOf(early)} MB, and at the end ${rangeOf(late)} MB`);
if (minutes >= memoryMinutesMin && !(ratio <= ratioMax))
  faults.push(`memory grew to ${ratio.toFixed(2)} of what it was`);
const isClean = printFaults();
console.log(isClean ? `seed ${seed}: clean` : `seed ${seed}: broken`);
process.exit(isClean ? 0 : 1);
