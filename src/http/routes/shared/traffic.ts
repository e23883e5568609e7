import { rememberedTraffic, type Traffic } from '../../../queries/weekly-traffic.ts';
import type { Services } from '../../services.ts';

const remembered = new WeakMap<Services, Traffic>();

/** Streams' weekly traffic, remembered for as long as the server runs that these services belong to. */
export function trafficOf(services: Services): Traffic {
  const known = remembered.get(services) ?? rememberedTraffic();
  remembered.set(services, known);
  return known;
}
