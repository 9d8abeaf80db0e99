import type { OutboundMessage } from '../engine.ts';

/** Open pages, which read again after a change. Nothing throws, or waits for a page. */
export interface VisitorPages {
  /** The message is stored already. */
  show(deviceUuid: string, message: OutboundMessage): void;
  /** An answer comes to the visitor `to`. */
  showTyping(deviceUuid: string, to: string): void;
}
