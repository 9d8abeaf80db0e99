const DESCRIPTION = `Connect messaging numbers ("devices"), send messages through them, and hear of everything that happens by signed webhooks.

- **Authentication**: \`Authorization: Bearer <API key>\` on every call below \`/v1\`. A key of scope \`read\` sees everything and changes nothing; one of scope \`send\` sends messages and sees what became of them; \`full\` may do all. What a key may not do is 403 \`insufficient_scope\`.
- **Bodies** are JSON objects in UTF-8. An empty body counts as \`{}\`. Strings must not contain NUL or unpaired surrogates.
- **Timestamps** are ISO 8601 in UTC, with milliseconds.
- **Refusals** are \`{error, message}\`, where \`error\` is a code that does not change; what is wrong with single fields is \`{message, errors}\` with status 422.
- An address that does not exist answers 404 \`not_found\`; a method that an address does not know 405 \`method_not_allowed\` with the header \`Allow\`; what is not HTTP 400 \`bad_request\`; headers over 16 KiB 431 \`headers_too_large\`; a request that does not arrive within 30 seconds 408 \`request_timeout\`.
- Every answer carries \`X-Request-Id\`: the one you sent (up to 64 letters, digits, \`_ . : -\`), or a new one. Quote it when you ask for help.`;

export const INFO = {
  title: 'Kurir API',
  version: '1',
  summary: 'A messaging gateway that you run yourself.',
  description: DESCRIPTION,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** In the order of the contract; a tag that no route uses is left out of the document. */
export const TAGS = [
  { name: 'Devices', description: 'The numbers of the account: create, pair by QR, look at, release.' },
  {
    name: 'Messages',
    description:
      'Messages out. One is accepted with `queued` and moves on to `sent`, `delivered` and `read`, or ends as `failed`.',
  },
  { name: 'Contacts', description: 'The people the account writes to, with tags.' },
  { name: 'Broadcasts', description: 'One text to many contacts, with time in between.' },
  { name: 'Opt-outs', description: 'Customers who want no broadcasts, and the words by which they say so.' },
  { name: 'Usage', description: 'What the account has used in this month.' },
  { name: 'Webhooks', description: 'Where events are delivered.' },
  {
    name: 'Events',
    description:
      'What Kurir posts to a registered webhook. Answer 2xx within 10 seconds; anything else is tried again after 30 seconds, 2 minutes, 10 minutes, 1 hour and 6 hours. The same event may arrive twice.',
  },
  { name: 'Operations', description: 'For whoever runs the gateway; no API key is needed.' },
];
