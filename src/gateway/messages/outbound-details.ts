import { z } from 'zod';
import type { ContentDetails } from '../engines/content-kinds.ts';
import { KEPT_REASONS, type OutboundTemplate, type Quote } from '../engines/engine.ts';
import { sentTemplate } from '../templates/template-input.ts';

/** Rare parts, in `messages.details`. Every re-send carries them. */
export interface OutboundDetails extends ContentDetails {
  template?: OutboundTemplate;
  /** Within an open reply window: the template does not count for the portfolio's limit. */
  in_window?: true;
  quote?: Quote;
  /** Of audio: a voice note. */
  voice?: boolean;
  view_once?: boolean;
  /** Of an edit or a deletion: the `id` of its message. */
  target?: number;
  /** The network ignores it later: ISO 8601. */
  until?: string;
  /** The account's person who wrote it. */
  actor?: string;
  automation?: AutomationOrigin;
}

export const AUTOMATION_KINDS = ['rule', 'flow', 'assistant', 'notice'] as const;

export interface AutomationOrigin {
  kind: (typeof AUTOMATION_KINDS)[number];
  /** The customer still waits for an answer. */
  is_notice?: true;
  decision_id?: string;
  rule_id?: string;
  flow_id?: string;
  node_id?: string;
  faq_id?: string;
}

/** A template is stored as its text. */
export function typeOf({ type, template }: { type: string; template: OutboundTemplate | null }) {
  return template ? { type: 'template', template: sentTemplate(template) } : { type };
}

/** Beside the status. */
export const PROVIDER_NOTES = {
  kept_reason: z
    .enum(KEPT_REASONS)
    .optional()
    .meta({
      description:
        'Why the official provider has accepted the message and keeps it back. Kurir does not send it again: a ' +
        'status follows, or the message fails after 24 hours. Only on a queued message.',
      examples: ['held_for_quality_assessment'],
    }),
  warning: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .meta({
      description: 'What the official provider warned about. The message did not fail because of it.',
      examples: [{ code: '131060', message: 'This message is currently unavailable.' }],
    }),
};
