import { cachedTraffic, type Traffic } from '../../../queries/weekly-traffic.ts';

const remembered = new WeakMap<object, Traffic>();

/** The weekly traffic of streams. It is cached as long as `owner` lives, which is the state of the running server. */
export function trafficOf(owner: object): Traffic {
  const known = remembered.get(owner) ?? cachedTraffic();
  remembered.set(owner, known);
  return known;
}
