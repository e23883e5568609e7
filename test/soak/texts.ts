/** The texts that are most expensive to parse, render and store. Each has at most `bytes` bytes. */
const filled = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));

const kinds: readonly ((bytes: number) => string)[] = [
  (bytes) => filled('$$\\frac{a^2}{\\sqrt{b_{i}}}$$ ', bytes),
  (bytes) => filled('😀', bytes),
  (bytes) => filled(':smile: ', bytes),
  (bytes) => filled('[', bytes),
  (bytes) => filled('![](', bytes),
  (bytes) => filled('> ', bytes),
  (bytes) => filled('**a ', bytes),
  (bytes) => filled('`', bytes),
  (bytes) => `|${filled('a|', bytes / 4)}\n|${filled('-|', bytes / 4)}\n${filled('|b\n', bytes / 4)}`,
  (bytes) => `\`\`\`javascript\n${filled('let a = {b: [1, "2", /3/]};\n', bytes - 40)}\n\`\`\``,
  (bytes) => `\`\`\`math\n${filled('\\sqrt{', bytes - 40)}\n\`\`\``,
  (bytes) => filled('https://a.example/?q=(((( ', bytes),
  (bytes) => filled('@**Max Member** ', bytes),
  (bytes) => filled('#**general** ', bytes),
  (bytes) => filled('- - - - - a\n', bytes),
  (bytes) => filled('x', bytes),
];

export const costlyText = (random: () => number, bytes: number): string =>
  kinds[Math.floor(random() * kinds.length)]?.(bytes) ?? '';
