import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { CLONE } from '../../../platform/lib/command-name.ts';
import { quoted } from '../../../platform/lib/shell.ts';
import { nameIn } from './api-commands.ts';
import { findOperation, type Operation, readOperations, valuesOf } from './operations.ts';

const PROGRAM = quoted(join(CLONE, 'kurir'));
/** A shell gives the line up to the cursor. `name=` needs no blank behind it. */
const SCRIPTS = {
  bash: `_kurir() {
  local IFS=$'\\n'
  COMPREPLY=($(${PROGRAM} completion words "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null))
  [[ \${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _kurir kurir
`,
  zsh: `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
_kurir() {
  local -a found
  found=(\${(f)"$(${PROGRAM} completion words "\${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)"})
  (( $#found )) || { _files; return; }
  compset -P '*='
  [[ $found[1] == *= ]] && compadd -S '' -- $found || compadd -- $found
}
compdef _kurir kurir
`,
} as const;
type Shell = keyof typeof SCRIPTS;

/** `kurir completion`: the lines of a shell that complete commands, and the words that they ask for. */
export function registerCompletionCommand(
  program: Command,
  createProgram: (group?: string) => Promise<Command>,
): void {
  const completion = program
    .command('completion')
    .description('print the lines with which a shell completes commands, operations and fields')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .action((shell: Shell) => void process.stdout.write(SCRIPTS[shell]));
  completion
    .command('words', { hidden: true })
    .argument('<line>')
    .action(async (line: string) => {
      // Faster than all groups.
      const [, group] = /^\s*\S+\s+(\S+)\s/.exec(line) ?? [];
      const words = completionsOf(await createProgram(group), line);
      if (words.length > 0) process.stdout.write(`${words.join('\n')}\n`);
    });
}

export function completionsOf(program: Command, line: string): string[] {
  const [, ...words] = [...line.matchAll(/'([^']*)(?:'|$)|"([^"]*)(?:"|$)|\S+|(?<=\s)$/g)];
  // A shell may write \{id\}.
  const texts = words.map(([whole, single, double]) => (single ?? double ?? whole).replaceAll('\\', ''));
  const last = texts.pop() ?? '';
  const command = commandOf(program, texts);
  const isQuoted = /^['"]/.test(words.at(-1)?.[0] ?? '');
  const found = last.startsWith('-')
    ? command.options.flatMap(({ long }) => long ?? [])
    : command.name() === 'api'
      ? wordsOfApi(readOperations(), texts.slice(1), { last, isQuoted })
      : command
          .createHelp()
          .visibleCommands(command)
          .map((each) => each.name());
  const [start] = last.includes('=') ? [last.slice(last.indexOf('=') + 1)] : [last];
  return found.filter((each) => each.startsWith(start));
}

function commandOf(command: Command, [word, ...rest]: readonly string[]): Command {
  const next = command.commands.find((each) => each.name() === word);
  return next ? commandOf(next, rest) : command;
}

function wordsOfApi(
  operations: readonly Operation[],
  given: readonly string[],
  { last, isQuoted }: { last: string; isQuoted: boolean },
): string[] {
  const words = given.filter(
    (word, n) => !word.startsWith('-') && !/^--(file|account)$/.test(given[n - 1] ?? ''),
  );
  if (/^--(file|account)$/.test(given.at(-1) ?? '')) return [];
  if (words.length === 0) {
    const names = operations.map(({ name, method }) => (isQuoted ? name : method));
    return [...new Set(names)];
  }
  const [name = '', fields] = nameIn(words);
  if (!name.includes(' ')) {
    return operations.flatMap(({ method, path }) => (method === name.toUpperCase() ? [path] : []));
  }
  const taken = fields.map((word) => word.split(/:?=/, 1)[0]);
  const { operation, values = {} } = findOperation(operations, name) ?? {};
  const free = operation?.fields.filter((field) => !(field.name in values)) ?? [];
  if (!last.includes('=')) {
    return free.filter((field) => !taken.includes(field.name)).map((field) => `${field.name}=`);
  }
  const named = free.find((field) => field.name === last.split(/:?=/, 1)[0]);
  return named ? valuesOf(named.schema) : [];
}
