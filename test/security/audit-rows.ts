import type { AuditAction } from '../../src/audit/audit.ts';

const MESSAGES = 'Messages are data of the account, and too many for the log. Each keeps its own history.';
const BROADCASTS = 'A broadcast is data of the account, like its messages. It keeps its own times.';
const CONTACTS = 'Contacts are data of the account. Phone numbers do not belong in the log.';
const DELIVERIES = 'It repeats events for a registered webhook. The log of deliveries has each one.';
const TIMELINE = 'The timeline of the conversation has each act with its actor.';
const INBOX =
  'Labels and unread messages order the work of staff. They change no rights, and no data leave by them.';
const READS = 'It changes nothing.';

/** What a change leaves in the audit log: an entry, or nothing for a reason. */
export type Trace = { action: AuditAction } | { reason: string };

/** Every route that can change something. */
export const ROUTES: Record<string, Trace> = {
  'POST /v1/devices': { action: 'device.created' },
  'GET /v1/devices/:uuid/qr': { action: 'device.pairing_started' },
  'PATCH /v1/devices/:uuid/official-credentials': { action: 'device.credentials_changed' },
  'DELETE /v1/devices/:uuid': { action: 'device.released' },
  'POST /v1/numbers/check': { reason: READS },
  'POST /v1/messages': { reason: MESSAGES },
  'POST /v1/messages/:id/media/fetch': { reason: MESSAGES },
  'POST /v1/contacts': { reason: CONTACTS },
  'POST /v1/broadcasts': { reason: BROADCASTS },
  'POST /v1/broadcasts/preview': { reason: READS },
  'POST /v1/broadcasts/:id/resume': { reason: BROADCASTS },
  'POST /v1/broadcasts/:id/pause': { reason: BROADCASTS },
  'POST /v1/broadcasts/:id/cancel': { reason: BROADCASTS },
  'POST /v1/broadcasts/:id/retry-failed': { reason: BROADCASTS },
  'POST /v1/conversations/:id/messages': { reason: TIMELINE },
  'POST /v1/conversations/:id/takeover': { reason: TIMELINE },
  'POST /v1/conversations/:id/give-back': { reason: TIMELINE },
  'POST /v1/conversations/:id/assign': { reason: TIMELINE },
  'POST /v1/conversations/:id/resolve': { reason: TIMELINE },
  'POST /v1/conversations/:id/read': { reason: INBOX },
  'POST /v1/conversations/:id/snooze': { reason: TIMELINE },
  'POST /v1/conversations/:id/notes': { reason: TIMELINE },
  'POST /v1/conversations/:id/labels': { reason: TIMELINE },
  'PATCH /v1/conversations/settings': { action: 'conversation_settings.changed' },
  'PATCH /v1/assistant': { action: 'assistant.changed' },
  'PUT /v1/business-hours': { action: 'business_hours.changed' },
  'PUT /v1/devices/:uuid/business-hours': { action: 'business_hours.changed' },
  'DELETE /v1/devices/:uuid/business-hours': { action: 'business_hours.removed' },
  'POST /v1/labels': { reason: INBOX },
  'PATCH /v1/labels/:id': { reason: INBOX },
  'DELETE /v1/labels/:id': { reason: INBOX },
  'POST /v1/canned-replies': { reason: INBOX },
  'PATCH /v1/canned-replies/:id': { reason: INBOX },
  'DELETE /v1/canned-replies/:id': { reason: INBOX },
  'POST /v1/conversations/:id/canned-replies/:canned_reply_id/render': { reason: READS },
  'POST /v1/knowledge/faqs': { action: 'faq.created' },
  'PATCH /v1/knowledge/faqs/:id': { action: 'faq.changed' },
  'DELETE /v1/knowledge/faqs/:id': { action: 'faq.deleted' },
  'POST /v1/knowledge/faqs/import': { action: 'faqs.imported' },
  'POST /v1/people/:id/merge': { reason: TIMELINE },
  'POST /v1/people/:id/unmerge': { reason: TIMELINE },
  'POST /v1/opt-outs': { reason: CONTACTS },
  'DELETE /v1/opt-outs/:phone': { reason: CONTACTS },
  'POST /v1/api-keys': { action: 'key.created' },
  'DELETE /v1/api-keys/:id': { action: 'key.revoked' },
  'PUT /v1/opt-out-words': { action: 'opt_out_words.changed' },
  'POST /v1/webhooks': { action: 'webhook.created' },
  'DELETE /v1/webhooks/:id': { action: 'webhook.deleted' },
  'POST /v1/webhooks/:id/enable': { action: 'webhook.enabled' },
  'POST /v1/webhooks/:id/rotate-secret': { action: 'webhook.secret_rotated' },
  'POST /v1/webhooks/:id/deliveries/:delivery_id/replay': { reason: DELIVERIES },
  'POST /v1/webhooks/:id/replay': { reason: DELIVERIES },
  'POST /v1/webhooks/:id/test': { reason: DELIVERIES },
};

/** Routes beside /v1 that can change something. */
export const OTHER_ROUTES: Record<string, string> = {
  '/app/api/invitations': 'Each invitation has an entry. The tests of users have them.',
  '/app/api/links': 'An accepted link has an entry. The tests of links have it.',
  '/app/api/oidc': 'Log-in by OIDC writes entries of users. Its tests have them.',
  '/app/api/me': 'A new password and ended sessions write entries of users. Their tests have them.',
  '/app/api/conversations/:id/presence': 'Who looks and who types is shown for seconds, and kept nowhere.',
  '/app/api/me/presence': 'Users say whether they are there. It changes no rights.',
  '/app/api/mentions/read': 'What a user has read concerns that user alone.',
  '/app/api/session': 'Log-in and log-out write entries of users. Their tests have them.',
  '/app/api/totp': 'The second factor writes entries of users. Its tests have them.',
  '/app/api/users': 'Each change of a user has an entry. The tests of users have them.',
  '/providers/cloud/webhook': 'The provider reports. The rows and events of devices and messages have it.',
  '/sandbox': 'Simulated phones and providers, for tests.',
};

/** Every command that uses the database. */
export const COMMANDS: Record<string, Trace> = {
  'account create': { action: 'account.created' },
  'account list': { reason: READS },
  'account suspend': { action: 'account.suspended' },
  'account activate': { action: 'account.activated' },
  'account cancel': { action: 'account.cancelled' },
  'account set': { action: 'account.settings_changed' },
  'account set-plan': { action: 'account.plan_changed' },
  'key create': { action: 'key.created' },
  'key list': { reason: READS },
  'key revoke': { action: 'key.revoked' },
  'plan list': { reason: READS },
  'plan set': { action: 'plan.changed' },
  'user create': { action: 'user.invited' },
  'user list': { reason: READS },
  'user disable': { action: 'user.disabled' },
  'user enable': { action: 'user.enabled' },
  'user reset': { action: 'user.reset' },
  'device list': { reason: READS },
  'device pair': { action: 'device.created' },
  'device qr': { action: 'device.pairing_started' },
  'message list': { reason: READS },
  'message send': { reason: MESSAGES },
  'number check': { reason: READS },
  'webhook list': { reason: READS },
  'webhook deliveries': { reason: READS },
  'webhook attempts': { reason: READS },
  'webhook replay': { reason: DELIVERIES },
  'webhook test': { reason: DELIVERIES },
  'webhook enable': { action: 'webhook.enabled' },
  'webhook rotate-secret': { action: 'webhook.secret_rotated' },
  'webhook remove': { action: 'webhook.deleted' },
  'broadcast list': { reason: READS },
  'broadcast pause': { reason: BROADCASTS },
  'broadcast resume': { reason: BROADCASTS },
  'broadcast cancel': { reason: BROADCASTS },
  'audit list': { reason: READS },
};
