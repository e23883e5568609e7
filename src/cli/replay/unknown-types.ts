/** The notice if a history contains events that this version of the program does not know. */
export function tellUnknown(types: ReadonlySet<string>, tell: (line: string) => void): void {
  if (types.size > 0)
    tell(`this version does not know these events, and leaves them out: ${[...types].sort().join(', ')}`);
}
