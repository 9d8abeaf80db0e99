import { z } from 'zod';
import { ActorView } from '../lib/actor-view.ts';
import { nextTimeCursor, timeQuery } from '../lib/page.ts';
import { requiredString } from '../lib/text.ts';
import { apiTime, inOrder } from '../lib/timestamp.ts';

/** Each changes who may do what, or where data go, or is an act of a user. */
export const AUDIT_ACTIONS = [
  'account.created',
  'account.suspended',
  'account.activated',
  'account.cancelled',
  'account.plan_changed',
  'account.settings_changed',
  'account.exported',
  'account.export_requested',
  'account.export_downloaded',
  'account.imported',
  'plan.created',
  'plan.changed',
  'rates.changed',
  'cost_cap.changed',
  'key.created',
  'key.revoked',
  'device.created',
  'device.released',
  'device.changed',
  'device.pairing_started',
  'device.passkey_answered',
  'device.passkey_cancelled',
  'device.session_imported',
  'device.credentials_changed',
  'template.created',
  'template.changed',
  'template.deleted',
  'opt_out_words.changed',
  'quiet_hours.changed',
  'retention.changed',
  'conversation_settings.changed',
  'automation_settings.changed',
  'conversation.automation_suppressed',
  'business_hours.changed',
  'business_hours.removed',
  'assistant.changed',
  'assistant.marked',
  'assistant.evaluated',
  'test_question.created',
  'test_question.deleted',
  'test_questions.imported',
  'user.created',
  'user.invited',
  'user.invitation_removed',
  'user.joined',
  'user.changed',
  'user.disabled',
  'user.enabled',
  'user.reset',
  'user.operator_granted',
  'user.operator_revoked',
  'user.log_in_link_created',
  'conversation.replied',
  'conversation.taken_over',
  'conversation.given_back',
  'conversation.assigned',
  'conversation.resolved',
  'conversation.reopened',
  'conversation.read',
  'conversation.snoozed',
  'conversation.noted',
  'conversation.labelled',
  'conversation.fields_changed',
  'contact_field.created',
  'contact_field.changed',
  'contact_field.deleted',
  'conversation_field.created',
  'conversation_field.changed',
  'conversation_field.deleted',
  'contact_segment.created',
  'contact_segment.changed',
  'contact_segment.deleted',
  'team.created',
  'team.changed',
  'team.deleted',
  'label.created',
  'label.renamed',
  'label.recolored',
  'label.deleted',
  'canned_reply.created',
  'canned_reply.changed',
  'canned_reply.deleted',
  'macro.created',
  'macro.changed',
  'macro.deleted',
  'entry_point.created',
  'entry_point.changed',
  'entry_point.deleted',
  'entry_point.logo_set',
  'entry_point.logo_removed',
  'widget.created',
  'widget.changed',
  'widget.deleted',
  'widget.secret_rotated',
  'faq.created',
  'faq.changed',
  'faq.deleted',
  'faqs.imported',
  'gap.answered',
  'gap.dismissed',
  'flow.created',
  'flow.changed',
  'flow.published',
  'flow.rolled_back',
  'flow.unpublished',
  'flow.deleted',
  'flow_simulation.created',
  'flow_simulation.changed',
  'flow_simulation.removed',
  'flow_secret.changed',
  'flow_secret.removed',
  'document.added',
  'document.changed',
  'document.deleted',
  'document.read',
  'site.added',
  'site.changed',
  'site.refreshed',
  'site.deleted',
  'site.read',
  'table.uploaded',
  'table.replaced',
  'table.rows_added',
  'table.rows_changed',
  'table.row_deleted',
  'table.changed',
  'table.deleted',
  'person.merged',
  'person.unmerged',
  'person.erased',
  'auto_reply.created',
  'auto_reply.changed',
  'auto_reply.deleted',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.failing',
  'webhook.disabled',
  'webhook.enabled',
  'user.logged_in',
  'user.log_in_refused',
  'user.logged_out',
  'user.password_changed',
  'user.oidc_linked',
  'second_factor.added',
  'second_factor.removed',
  'second_factor.codes_renewed',
  'second_factor.recovery_code_used',
  'backup.started',
  'backup.recorded',
  'installation.adopted',
  'installation.resumed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** No id is longer. */
const MAX_FILTER = 100;
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

export const ListAudit = z
  .object({
    since: apiTime(EXAMPLE_TIME).optional().meta({
      description: 'Only entries at this time or later. A time without an offset is UTC.',
    }),
    until: apiTime('2025-11-22T08:15:30.000Z')
      .optional()
      .meta({ description: 'Only entries at this time or earlier.' }),
    action: z
      .enum(AUDIT_ACTIONS)
      .optional()
      .meta({
        description: 'Only entries with this action.',
        examples: ['webhook.created'],
      }),
    actor: requiredString(MAX_FILTER)
      .optional()
      .meta({
        description: 'Only entries of this actor: the `id` of an API key or a user, `operator` or `system`.',
        examples: ['4Vn0aT9kQ2x'],
      }),
    ...timeQuery,
  })
  .refine(...inOrder);
export type ListAudit = z.infer<typeof ListAudit>;

const AuditEntry = z
  .object({
    at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    actor: ActorView,
    address: z
      .string()
      .nullable()
      .meta({ description: 'IP address of the caller; null without a call.', examples: ['203.0.113.9'] }),
    action: z
      .string()
      .meta({ description: 'What was done. New actions can follow.', examples: ['webhook.created'] }),
    target: z.string().meta({
      description: 'Identifier of the changed object, for example of the device or the webhook.',
      examples: ['7'],
    }),
    detail: z
      .record(z.string(), z.unknown())
      .meta({ description: 'More about the change. The fields depend on the action.', examples: [{}] }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z
  .object({
    data: z.array(AuditEntry),
    next_cursor: nextTimeCursor,
  })
  .meta({ id: 'AuditPage' });
