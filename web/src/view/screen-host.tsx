import { signal, useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

/** Whether a part of the page could not be loaded: the server cannot be reached, or serves the parts of another version. */
const isPartMissing = signal(false);

globalThis.addEventListener('vite:preloadError', () => {
  isPartMissing.value = true;
});

export const PartMissing = () =>
  isPartMissing.value ? (
    <p class="notice" role="alert">
      A part of the page cannot be loaded.{' '}
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  ) : null;

/** Stands where something will be. */
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
    void import('../audit/screens.tsx').then((module) => {
      loaded.value = module;
    });
  }, []);
  return loaded.value ? <loaded.value.Screen path={path} /> : <Loading />;
}

/** Loads the bar above the page while it shows the past. */
export function LookHost() {
  const loaded = useSignal<{ readonly LookBar: FunctionComponent } | undefined>(undefined);
  useEffect(() => {
    void import('../audit/look/look-bar.tsx').then((module) => {
      loaded.value = module;
    });
  }, []);
  return loaded.value ? <loaded.value.LookBar /> : null;
}
