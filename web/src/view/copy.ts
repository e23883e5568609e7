import { showToast } from './toast.tsx';

/** Copies a text, which browsers forbid to pages that were loaded without TLS. `message`: shown once it is copied. */
export async function copy(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(message);
  } catch {
    showToast('The browser does not let this page copy.');
  }
}
