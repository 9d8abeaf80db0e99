import type { OutboundTemplate, Quote } from '../engines/engine.ts';

/** Parts that few messages have, in `messages.details`. Every re-send carries them. */
export interface OutboundDetails {
  template?: OutboundTemplate;
  quote?: Quote;
  /** The person of the account who wrote it. */
  actor?: string;
}
