import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { KURIR } from '../../platform/lib/command-name.ts';
import { createProgram } from './command-line.ts';
import { EXAMPLES } from './examples.ts';

const program = await createProgram();
const all = listCommands(program);

/** Without hidden commands, which users do not call. */
function listCommands(command: Command, path: readonly string[] = []): [path: string, Command][] {
  const below = command.createHelp().visibleCommands(command);
  return [
    [path.join(' '), command],
    ...below
      .filter((each) => each.name() !== 'help')
      .flatMap((each) => listCommands(each, [...path, each.name()])),
  ];
}

/** The words of a line as a shell gives them to a program. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
}

test('every command and every group has examples, and no other has', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(all.map(([path]) => path).toSorted());
  expect(Object.values(EXAMPLES).filter((examples) => examples.length === 0)).toEqual([]);
});

const examples = all.flatMap(([path, command]) =>
  (EXAMPLES[path] ?? []).map((example) => ({ path, command, example })),
);

test.each(examples)('the example of "$path" is a command: $example', async ({ path, example }) => {
  const ran: string[] = [];
  const tree = await createProgram();
  for (const [name, command] of listCommands(tree)) command.action(() => void ran.push(name));

  await tree.parseAsync(wordsOf(example), { from: 'user' });

  const isGroup = all.some(([each]) => each !== path && each.startsWith(`${path} `)) || path === '';
  expect(ran).toEqual([isGroup ? expect.stringMatching(new RegExp(`^${path}`)) : path]);
  expect(`  ${KURIR} ${example}`.length).toBeLessThanOrEqual(80);
});

test.each(all)('the help of "%s" shows its examples and fits every terminal', (path, command) => {
  for (const width of [40, 60, 80, 120]) {
    const written: string[] = [];
    const output = { writeOut: (part: string) => void written.push(part), getOutHelpWidth: () => width };
    command.configureOutput(output).outputHelp();

    const [text = '', lines = ''] = written.join('').split('Examples:');
    expect(lines.trim().split('\n')).toEqual(
      (EXAMPLES[path] ?? []).map((each) => expect.stringContaining(each)),
    );
    const wide = text.split('\n').filter((line) => line.length > width && !line.startsWith('Usage: '));
    expect(wide).toEqual([]);
  }
});
