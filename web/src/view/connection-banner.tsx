import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { connectionState, lastHeard, tryNow } from '../api/connection.ts';
import { Button } from './fields.tsx';

/** Shows that the server cannot be reached, and how old the content is. */
export function ConnectionBanner() {
  const now = useSignal(Date.now());
  const { value: state } = connectionState;
  useEffect(() => {
    if (state.is !== 'behind') return;
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 1000);
    return () => clearInterval(timer);
  }, [state.is]);
  // A screen reader announces what comes into an element that was there before.
  if (state.is !== 'behind') return <div role="status" />;
  const behind = Math.max(0, Math.round((now.value - lastHeard.value) / 1000));
  const wait = Math.max(0, Math.round((state.nextTry - now.value) / 1000));
  return (
    <div class="connection" role="status">
      <b>Not connected.</b> <span aria-hidden="true">What you see is {behind} s old.</span>{' '}
      <span aria-hidden="true">{wait > 0 ? `Trying again in ${wait} s.` : 'Trying…'}</span>{' '}
      <Button label="Try now" onClick={tryNow} />
    </div>
  );
}
