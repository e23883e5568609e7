/** Which client programs a person reads and writes in: what they send is read by its sender (api-facts §4.1). */
const humanClients = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
]);

export function isHumanClient(client: string): boolean {
  const name = client.toLowerCase();
  return humanClients.has(name) || name.includes('desktop app');
}
