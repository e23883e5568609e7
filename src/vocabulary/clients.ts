/** Client programs in which people read and write. A message sent by one of them counts as read by its sender. */
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
