const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * After an update of the gateway, the files of this page are gone, and a page that loads later fails. Loads the whole
 * page again when the gateway has another build; a lost connection changes nothing.
 */
export function reloadAfterUpdate(): void {
  addEventListener('vite:preloadError', () => void reloadIfOther());
}

async function reloadIfOther(): Promise<void> {
  const answer = await fetch(document.baseURI, { cache: 'no-store' }).catch(() => null);
  const entry = ENTRY.exec((await answer?.text()) ?? '')?.[1];
  const present = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (entry !== undefined && entry !== present) location.reload();
}
