import { useSignal } from '@preact/signals';
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

/** A part of the page, which is loaded when it is shown for the first time. Undefined until then. */
function usePart<Part>(load: () => Promise<Part>): Part | undefined {
  const loaded = useSignal<Part | undefined>(undefined);
  useEffect(() => {
    void loadPart(load).then((part) => {
      loaded.value = part;
    });
  }, []);
  return loaded.value;
}

export function ScreenHost({ path }: { readonly path: readonly string[] }) {
  const part = usePart(() => import('../audit/screens.tsx'));
  return part ? <part.Screen path={path} /> : null;
}

/** The bar above the page while it shows the past. */
export function LookHost() {
  const part = usePart(() => import('../audit/look/look-bar.tsx'));
  return part ? <part.LookBar /> : null;
}
