/** The badge has room for two digits. */
const MAX_SHOWN = 99;

/** What the page around the frame asks for. */
export interface Orders {
  open(): void;
  close(): void;
  identify(identity: string): void;
}

export interface Embedder {
  /** Asks the page to hide the frame. Without a page around it, nothing happens. */
  close(): void;
  unread(count: number): void;
}

/** Speaks with the loader on the page of the widget, and with no other window. */
export function connectEmbedder(origin: string | null, orders: Orders): Embedder {
  const post = (message: object) => {
    if (origin !== null) window.parent.postMessage(message, origin);
  };
  addEventListener('message', ({ source, origin: sender, data }) => {
    if (origin === null || source !== window.parent || sender !== origin) return;
    const { kurir, identity } = Object(data);
    if (kurir === 'open') orders.open();
    if (kurir === 'close') orders.close();
    if (kurir === 'identify' && typeof identity === 'string') orders.identify(identity);
  });
  let shown = 0;
  post({ kurir: 'ready' });
  return {
    close: () => post({ kurir: 'close' }),
    unread(all) {
      const count = Math.min(all, MAX_SHOWN);
      if (count !== shown) post({ kurir: 'unread', count });
      shown = count;
    },
  };
}
