import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { createLog } from './log.ts';

test('the log names the reason of a refused row, but none of its values', async () => {
  const ctx = await testContext();
  const lines: string[] = [];
  const log = createLog('info', 'main', {
    format: 'json',
    destination: { write: (line) => void lines.push(line) },
  });
  await ctx.db.query({ text: 'create table letters (body text, pages int check (pages > 0))' }, []);
  const refused = (text: string, values: string[] = []) =>
    ctx.db.query({ text }, values).catch((err) => log.error({ err }, 'letters.refused'));

  await refused(`insert into letters values ('Rahasia', -1)`);
  await refused(`insert into letters values ('x', jsonb_path_query('{"a":"Rahasia"}', '$.a')::int)`);
  await refused('select $1::jsonb', ['{"Rahasia":}']);

  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('letters_pages_check');
  expect(lines.join('')).not.toContain('Rahasia');
});

test('a log on a full disk ends nothing', () => {
  const module = new URL('./log.ts', import.meta.url);
  const script = `import { createLog } from '${module}';
    createLog('info', 'test').info({}, 'a.line');
    setTimeout(() => console.log('alive'), 50);`;
  const args = [process.execPath, '--input-type=module', '--eval', script];

  const { stdout } = spawnSync('sh', ['-c', '"$@" 2>/dev/full', 'sh', ...args], { encoding: 'utf8' });

  expect(stdout).toBe('alive\n');
});
