import type { OutboundMessage } from '../engine.ts';

/** The open pages of visitors. They read again when something is new. Nothing throws, and nothing waits for a page. */
export interface VisitorPages {
  /** The message is stored, and its page shows it from now on. */
  show(deviceUuid: string, message: OutboundMessage): void;
  /** The visitor `to` sees that an answer is coming. */
  showTyping(deviceUuid: string, to: string): void;
}
