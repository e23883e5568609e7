/**
 * The address of a webhook as auditors see it: scheme and host, because the parts before and after the host may be secret. `…` stands for
 * those after it. Null if it is not an address.
 */
export function shownAddress(address: string): string | null {
  const [, scheme, host, rest] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#@]*)(.*)/is.exec(address) ?? [];
  return host === undefined ? null : `${scheme}${host}/${rest === '' || rest === '/' ? '' : '…'}`;
}
