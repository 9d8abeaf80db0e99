/** What a recent proof of the caller is for: access, a copy of all data, or an account that opens or closes. */
export const GIVES_ACCESS: Readonly<Record<string, true | 'handler' | readonly string[]>> = {
  'POST /app/api/account-exports': true,
  'POST /app/api/api-keys': true,
  'DELETE /app/api/api-keys/:id': true,
  'PATCH /app/api/me': 'handler',
  'PATCH /app/api/users/:id': ['role', 'device_uuids', 'status', 'revoke_api_keys'],
  'POST /app/api/users/:id/reset': true,
  'POST /app/api/invitations': true,
  'POST /app/api/operator/accounts': true,
  'POST /app/api/operator/accounts/:id/suspend': true,
  'POST /app/api/operator/accounts/:id/activate': true,
  'POST /app/api/operator/accounts/activate-held': true,
  'POST /app/api/operator/accounts/:id/cancel': true,
  'POST /app/api/operator/accounts/:id/owners': true,
};

/**
 * What else changes something below /app/api, by the reason: all that stands below an address, or one route. Where
 * some routes give access, each of the others is named.
 */
export const GIVES_NONE: Readonly<Record<string, readonly string[]>> = {
  'It answers customers, or reads and orders their chats.': [
    ...['/app/api/broadcasts', '/app/api/canned-replies', '/app/api/contacts', '/app/api/conversations'],
    ...['/app/api/contact-fields', '/app/api/conversation-fields'],
    ...[
      '/app/api/decisions',
      '/app/api/labels',
      '/app/api/macros',
      '/app/api/mentions',
      '/app/api/messages',
      '/app/api/numbers',
      '/app/api/teams',
      '/app/api/views',
    ],
    '/app/api/media',
    ...['/app/api/opt-outs', '/app/api/opt-out-words', '/app/api/people', '/app/api/quiet-hours'],
  ],
  'It says what automations know and answer.': [
    ...['/app/api/assistant', '/app/api/automation', '/app/api/auto-replies', '/app/api/business-hours'],
    ...['/app/api/flows', '/app/api/knowledge'],
  ],
  'It connects numbers and pages of the account to customers. It lets nobody call Kurir.': [
    ...['/app/api/devices', '/app/api/entry-points', '/app/api/templates', '/app/api/widgets'],
  ],
  'It sends events out, which the caller can read here too. It lets nobody in.': ['/app/api/webhooks'],
  'Simulated phones and providers are for tests.': ['/app/api/sandbox'],
  'A person without a session proves who it is, or looks.': [
    ...['POST /app/api/session', '/app/api/links', '/app/api/oidc'],
  ],
  'It asks for the password and a code itself, each time.': ['/app/api/totp'],
  'It concerns the own sessions, notices and presence of the caller.': [
    ...['POST /app/api/session/proof', 'DELETE /app/api/session'],
    ...['DELETE /app/api/me/sessions/:id', 'PUT /app/api/me/presence'],
    ...['PUT /app/api/me/notices', 'PUT /app/api/me/browser', 'DELETE /app/api/me/browser'],
  ],
  'It changes limits, and lets nobody in.': [
    ...['PATCH /app/api/operator/accounts/:id', 'PUT /app/api/operator/plans/:name'],
    ...['PUT /app/api/operator/rates', 'PUT /app/api/costs/cap', '/app/api/retention'],
  ],
  'It makes a backup where the settings say, and returns nothing of it.': ['POST /app/api/operator/backups'],
  'It takes a link back that nobody has used.': ['DELETE /app/api/invitations/:id'],
};
