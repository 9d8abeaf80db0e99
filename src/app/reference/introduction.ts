const DESCRIPTION = `Connect messaging numbers ("devices"), send messages through them, and receive events by
signed webhooks.

- **Authentication**: send \`Authorization: Bearer <API key>\` with every call under \`/v1\`. A key has a scope:
  \`read\` only reads, \`send\` sends messages and reads their status, \`full\` allows everything. If the scope does not
  allow a call, the answer is 403 \`insufficient_scope\`. A key can be limited to addresses; from another address, the
  answer is 403 \`address_not_allowed\`.
- **Staff** make the same calls under \`/app/api\`, with the cookie of a log-in in place of a key, as far as their role
  allows. A call that changes something needs the header \`X-CSRF-Token\`. A cookie does not open \`/v1\`.
- **Bodies** are JSON objects in UTF-8. An empty body counts as \`{}\`. Strings must not contain NUL or unpaired
  surrogates.
- **Timestamps** are ISO 8601 in UTC, with milliseconds.
- **Errors** are \`{error, message}\`. \`error\` is a code that does not change. Field errors are \`{message, errors}\`
  with status 422.
- **Unknown fields** of a body are ignored. The header \`X-Kurir-Warning\` of the answer names them.
- **Request ids**: every answer has \`X-Request-Id\`, your own id (up to 64 letters, digits, \`_ . : -\`) or a new one.
  Quote it when you ask for help.

| Problem | Answer |
|---|---|
| unknown address | 404 \`not_found\` |
| unknown method of an address | 405 \`method_not_allowed\` with the header \`Allow\` |
| invalid HTTP | 400 \`bad_request\` |
| headers over 16 KiB | 431 \`headers_too_large\` |
| a request that does not arrive within 30 seconds | 408 \`request_timeout\` |`;

export const INFO = {
  title: 'Kurir API',
  version: '1',
  summary: 'A messaging gateway that you run yourself.',
  description: DESCRIPTION,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** In the order of the contract. Tags without routes are omitted. */
export const TAGS = [
  { name: 'Devices', description: 'The numbers of the account: create, pair by QR, show, release.' },
  { name: 'Numbers', description: 'Advice on numbers before you send to them.' },
  {
    name: 'Messages',
    description:
      'Outbound messages. A message starts as `queued` and becomes `sent`, `delivered` and `read`, or `failed`.',
  },
  { name: 'Contacts', description: 'The recipients of the account, with tags.' },
  { name: 'Broadcasts', description: 'One text to many contacts, with a delay after each.' },
  { name: 'Opt-outs', description: 'Customers who opted out of broadcasts, and the keywords for it.' },
  { name: 'Usage', description: 'Usage of the account in this month.' },
  { name: 'Webhooks', description: 'Where events are delivered.' },
  { name: 'API keys', description: 'The keys of the account: create, list with their last use, revoke.' },
  { name: 'Conversations', description: 'Every chat in one place, with its history.' },
  { name: 'Automation', description: 'What Kurir answers by itself: auto-replies, flows, the assistant.' },
  { name: 'Business hours', description: 'When staff answers, per account and per device.' },
  { name: 'Automation', description: 'What rules, flows and the assistant share, and what they decided.' },
  { name: 'Assistant', description: 'Answers customers from the knowledge of the business.' },
  { name: 'Knowledge', description: 'What the assistant answers from.' },
  { name: 'Flows', description: 'Chats step by step, as a graph of nodes.' },
  {
    name: 'Entry points',
    description: 'Chat links, their QR images, widgets on web sites, and what came of them.',
  },
  { name: 'Stream', description: 'Changes as they happen.' },
  { name: 'Requests', description: 'The calls that your keys made, and how Kurir answered them.' },
  { name: 'Audit', description: 'Who changed what, when and from where.' },
  {
    name: 'Events',
    description:
      'Requests of Kurir to a registered webhook. Answer 2xx within 10 seconds. Otherwise Kurir retries ' +
      'after 30 seconds, 2 minutes, 10 minutes, 1 hour and 6 hours. An event can arrive twice.',
  },
  { name: 'Operations', description: 'For the operator of the gateway. No API key is needed.' },
];
