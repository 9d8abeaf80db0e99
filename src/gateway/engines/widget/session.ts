import type { Clock } from '../../../platform/lib/clock.ts';
import {
  type EngineSession,
  Fenced,
  type OutboundMessage,
  type Preparation,
  type SendOutcome,
  type SessionHost,
  TYPE_NOT_SUPPORTED,
} from '../engine.ts';
import { ENGINE_KINDS } from '../kinds.ts';

export interface WidgetOptions {
  pages: VisitorPages;
  clock: Clock;
}

const NOT_CONNECTED = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The live chat is not open.',
} as const;

/** Messages are in the database already: each send is acknowledged at once. */
export class WidgetSession implements EngineSession {
  readonly #host: SessionHost;
  readonly #options: WidgetOptions;
  #state: 'new' | 'connected' | 'closed' = 'new';

  constructor(host: SessionHost, options: WidgetOptions) {
    this.#host = host;
    this.#options = options;
  }

  connect(): void {
    if (this.#state !== 'new') return;
    this.#state = 'connected';
    this.#host.emit({ type: 'connected', phoneNumber: null });
  }

  /** Visitors load files from where they are. */
  async prepare(): Promise<Preparation> {
    return NOT_CONNECTED;
  }

  async send(message: OutboundMessage): Promise<SendOutcome> {
    if (this.#state !== 'connected') return NOT_CONNECTED;
    const { waMessageId } = message;
    if (!ENGINE_KINDS.widget.sends.has(message.type)) return TYPE_NOT_SUPPORTED;
    this.#options.pages.show(this.#host.deviceUuid, message);
    this.#host.emit({ type: 'ack', waMessageId, at: this.#options.clock.now(), error: null });
    return { outcome: 'written' };
  }

  /** Visitors are on no network. */
  async readGroups(): Promise<null> {
    return null;
  }

  async findRegistered(): Promise<ReadonlyMap<string, boolean>> {
    return new Map();
  }

  showTyping(to: string): void {
    if (this.#state === 'connected') this.#options.pages.showTyping(this.#host.deviceUuid, to);
  }

  /** The page shows no such mark. */
  markRead(): void {}

  async logout(): Promise<boolean> {
    await this.close();
    try {
      await this.#host.store.erase();
      return true;
    } catch (error) {
      if (error instanceof Fenced) return false;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#state = 'closed';
  }
}

/** Open pages, which read again after a change. Nothing throws, or waits for a page. */
export interface VisitorPages {
  /** The message is stored already. */
  show(deviceUuid: string, message: OutboundMessage): void;
  /** An answer comes to the visitor `to`. */
  showTyping(deviceUuid: string, to: string): void;
}
