/** Indexes that find things by their folded names. */
import { foldName } from '../vocabulary/fold-case.ts';

/** Removes a name, unless another one has it. Two may have one name in logs from before names that look alike counted as one name. */
export function forgetName<Id>(byName: Map<string, Id>, name: string, id: Id): void {
  const key = foldName(name);
  if (byName.get(key) === id) byName.delete(key);
}
