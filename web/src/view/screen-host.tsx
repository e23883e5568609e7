import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

type Screen = FunctionComponent<{ readonly path: readonly string[] }>;

/** Loads the screens when the first one is opened. */
export function ScreenHost({ path }: { readonly path: readonly string[] }) {
  const loaded = useSignal<{ readonly Screen: Screen } | undefined>(undefined);
  useEffect(() => {
    void import('../audit/screens.tsx').then((module) => {
      loaded.value = module;
    });
  }, []);
  return loaded.value ? <loaded.value.Screen path={path} /> : <div class="feed-box" />;
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
