/** Opens uploaded files by signed addresses. */
import { client, wordsOf } from '../api/connection.ts';
import { isPast } from '../api/looking.ts';
import { showToast } from '../view/toast.tsx';

/** A signed address of the file, which can be used for a minute and needs no credentials. */
export async function signed(address: string): Promise<string> {
  const [, , realm_id = '', folder = '', token = '', name = ''] = address.split('/');
  const filename = decodeURIComponent(name);
  const path = '/user_uploads/{realm_id}/{folder}/{token}/{filename}';
  const { url } = await client.value.get(path, { realm_id, folder, token, filename });
  if (url === null) throw new Error('files cannot be opened while the page shows the past');
  const { pathname } = new URL(url, location.origin);
  return pathname;
}

/** Whether the server lets browsers show the file. They save all others. */
const isShown = (address: string): boolean => /\.(pdf|png|jpe?g|gif|webp)$/i.test(address);

export async function openFile(address: string): Promise<void> {
  // The tab is opened before the answer, because Safari opens none after it.
  const tab = isShown(address) ? window.open('', '_blank') : null;
  try {
    show(await signed(address), tab);
  } catch (error) {
    tab?.close();
    showToast(isPast.peek() ? 'Files cannot be opened while the page shows the past.' : wordsOf(error));
  }
}

/** Without a tab, the browser saves the file. */
function show(url: string, tab: Window | null): void {
  if (tab) {
    tab.opener = null;
    tab.location.replace(url);
    return;
  }
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
