/** One full name for each way to be refused. */
export const badNames = [
  ['J', 'name-too-short'],
  ['n'.repeat(101), 'name-too-long'],
  ['a*b', 'name-characters'],
  ['Jo|12', 'name-format'],
] as const;
