import { expect, test } from 'vitest';
import { admitSql } from './admit-sql.ts';

test('replies are admitted by the text for POST /v1/messages, with source, author and conversation', () => {
  const changes: [string, string][] = [
    [`'out', 'api',`, `'out', 'staff',`],
    [`'staff', null::bigint,`, `'staff', :authorId::bigint,`],
    ['idempotency_key, fingerprint)', 'idempotency_key, fingerprint, conversation_id)'],
    [" and d.engine in ('economy', 'official_cloud')", ' and true'],
    ['where false or', 'where :isFree or'],
    ['where not false', 'where not :isFree'],
    ['i.idempotency_key, i.fingerprint\n', 'i.idempotency_key, i.fingerprint, :conversationId\n'],
  ];

  const changed = changes.reduce((sql, [from, to]) => sql.replaceAll(from, to), admitSql('api'));

  expect(changed).toBe(
    admitSql('staff', { conversationId: ':conversationId', authorId: ':authorId', isFree: ':isFree' }),
  );
  expect(admitSql('api')).not.toContain('conversation');
});
