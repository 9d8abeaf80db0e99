import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/app/cli/command-line.ts';
import { EXIT_CODES } from '../../src/platform/lib/command.ts';

const page = await readFile(new URL('../../docs/command-line.md', import.meta.url), 'utf8');

test('the page has every exit code with its name', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)].map(([, code, name]) => [name, Number(code)]);

  expect(rows).toEqual(Object.entries(EXIT_CODES));
});

test('the page has every command', async () => {
  const program = await createProgram();
  const visible = program.createHelp().visibleCommands(program);
  const groups = visible.map((command) => command.name()).filter((name) => name !== 'help');

  const table = page.slice(0, page.indexOf('## For scripts'));

  expect(groups.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
