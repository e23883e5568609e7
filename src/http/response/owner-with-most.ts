import { organizationOf } from '../../define/payer.ts';

/** The owner with the most, in the organization with the most. Only some may be candidates; undefined if none is one. `inAll`: by organization. */
export function ownerWithMost(
  amounts: ReadonlyMap<string, number>,
  isCandidate: (owner: string, inAll: ReadonlyMap<string, number>) => boolean,
): string | undefined {
  const inAll = new Map<string, number>();
  for (const [owner, amount] of amounts) {
    const organization = organizationOf(owner);
    inAll.set(organization, (inAll.get(organization) ?? 0) + amount);
  }
  let most: { readonly owner: string; readonly amount: number; readonly ofAll: number } | undefined;
  for (const [owner, amount] of amounts) {
    const ofAll = inAll.get(organizationOf(owner)) ?? 0;
    const isMore = !most || ofAll > most.ofAll || (ofAll === most.ofAll && amount > most.amount);
    if (isMore && isCandidate(owner, inAll)) most = { owner, amount, ofAll };
  }
  return most?.owner;
}
