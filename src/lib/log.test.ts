import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testContext } from '../../test/harness/context.ts';
import { createLog } from './log.ts';

test('the log names the reason of a refused row, but none of its values', async () => {
  const ctx = await testContext();
  const lines: string[] = [];
  const log = createLog('info', 'main', { write: (line) => void lines.push(line) });
  await sql`create table letters (body text, pages int check (pages > 0))`.execute(ctx.db);

  for (const row of [sql`('Rahasia', -1)`, sql`('x', jsonb_path_query('{"a":"Rahasia"}', '$.a')::int)`]) {
    await sql`insert into letters values ${row}`
      .execute(ctx.db)
      .catch((err) => log.error({ err }, 'letters.refused'));
  }
  await sql`select ${'{"Rahasia":}'}::jsonb`
    .execute(ctx.db)
    .catch((err) => log.error({ err }, 'letters.refused'));

  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('letters_pages_check');
  expect(lines.join('')).not.toContain('Rahasia');
});
