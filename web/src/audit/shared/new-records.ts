/** Follows the trail, so that screens that show background work are notified of new records. */
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { given } from '../reason.tsx';
import { Trail } from '../trail/trail.ts';

/**
 * Calls `onNew` after each new record while `isOn` is true, and once when the newest of the earlier ones is known, because records may
 * have come since the caller's list was loaded. `action`: a prefix of actions that ends in a dot.
 */
export function useNewRecords(action: string, isOn: boolean, onNew: () => void): void {
  // The effect calls the function of the latest render.
  const latest = useRef(onNew);
  latest.current = onNew;
  useEffect(() => {
    if (!isOn) return;
    const trail = new Trail({ action }, given());
    let known: Trail['rows']['value'];
    let isGone = false;
    void trail.more().then(() => (isGone ? undefined : trail.follow()));
    const end = effect(() => {
      const { value: rows } = trail.rows;
      if (rows !== known) latest.current();
      known = rows;
    });
    return () => {
      isGone = true;
      end();
      trail.stop();
    };
  }, [action, isOn]);
}
