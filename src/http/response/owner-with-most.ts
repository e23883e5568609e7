import { organizationOf } from '../../define/payer.ts';

/**
 * The owner with the largest amount in the organization with the largest total, of those that are candidates. Undefined if none is one.
 * `totals`: the amounts of organizations.
 */
export function ownerWithMost(
  amounts: ReadonlyMap<string, number>,
  isCandidate: (owner: string, totals: ReadonlyMap<string, number>) => boolean,
): string | undefined {
  const totals = new Map<string, number>();
  for (const [owner, amount] of amounts) {
    const organization = organizationOf(owner);
    totals.set(organization, (totals.get(organization) ?? 0) + amount);
  }
  let most: { readonly owner: string; readonly amount: number; readonly total: number } | undefined;
  for (const [owner, amount] of amounts) {
    const total = totals.get(organizationOf(owner)) ?? 0;
    const isMore = !most || total > most.total || (total === most.total && amount > most.amount);
    if (isMore && isCandidate(owner, totals)) most = { owner, amount, total };
  }
  return most?.owner;
}
