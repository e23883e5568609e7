/** Screens that show what goes on in the background are told by the trail when something of it has happened. */
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { given } from '../reason.tsx';
import { Trail } from '../trail/trail.ts';

/** `action`: a prefix that ends in a dot. Told from when `isOn` is true. */
export function useTold(action: string, isOn: boolean, tell: () => void): void {
  // The newest one is called, whatever it closes over.
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    if (!isOn) return;
    const trail = new Trail({ action }, given());
    let known: number | undefined;
    let isGone = false;
    void trail.more().then(() => (isGone ? undefined : trail.follow()));
    const end = effect(() => {
      const count = trail.rows.value?.length;
      if (count !== undefined && known !== undefined && count > known) latest.current();
      known = count;
    });
    return () => {
      isGone = true;
      end();
      trail.stop();
    };
  }, [action, isOn]);
}
