import { expect, test } from 'vitest';
import { admitSql } from './admit-sql.ts';

test('replies are admitted by the text for POST /v1/messages, with another source and a conversation', () => {
  const changes: [string, string][] = [
    [`'out', 'api',`, `'out', 'staff',`],
    ['idempotency_key, fingerprint)', 'idempotency_key, fingerprint, conversation_id)'],
    ['i.idempotency_key, i.fingerprint\n', 'i.idempotency_key, i.fingerprint, :conversationId\n'],
  ];

  const changed = changes.reduce((sql, [from, to]) => sql.replace(from, to), admitSql('api'));

  expect(changed).toBe(admitSql('staff', ':conversationId'));
  expect(admitSql('api')).not.toContain('conversation');
});
