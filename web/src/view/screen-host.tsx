import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadPart, missingParts, tryPartsAgain } from '../api/parts.ts';
import { Button } from './fields.tsx';

export const PartMissing = () =>
  missingParts.value.length > 0 ? (
    <p class="notice" role="alert">
      A part of the page cannot be loaded. <Button label="Try again" onClick={tryPartsAgain} />{' '}
      <Button label="Reload the page" onClick={() => location.reload()} />
    </p>
  ) : null;

/** A placeholder while something loads. */
export const Loading = () => (
  <div class="feed-box">
    <div class="loading" aria-hidden="true" />
  </div>
);

type Screen = FunctionComponent<{ readonly path: readonly string[] }>;

/** Loads the screens when the first one is opened. */
export function ScreenHost({ path }: { readonly path: readonly string[] }) {
  const loaded = useSignal<{ readonly Screen: Screen } | undefined>(undefined);
  useEffect(() => {
    void loadPart(() => import('../audit/screens.tsx')).then((module) => {
      loaded.value = module;
    });
  }, []);
  return loaded.value ? <loaded.value.Screen path={path} /> : <Loading />;
}

/** Loads the bar above the page while it shows the past. */
export function LookHost() {
  const loaded = useSignal<{ readonly LookBar: FunctionComponent } | undefined>(undefined);
  useEffect(() => {
    void loadPart(() => import('../audit/look/look-bar.tsx')).then((module) => {
      loaded.value = module;
    });
  }, []);
  return loaded.value ? <loaded.value.LookBar /> : null;
}
