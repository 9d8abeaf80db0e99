import { styleText } from 'node:util';
import { type Command, Help, type HelpConfiguration, type OutputConfiguration } from 'commander';
import { KURIR } from '../../platform/lib/command-name.ts';
import { EXAMPLES } from './examples.ts';
import { screenOf } from './screen.ts';

/** In files and pipes. */
const WIDTH = 100;
/** A description below its term reads better than a narrower column. */
const MIN_DESCRIPTION = 24;
const INDENT = 6;

/** Failures are reported by `reportFailure`. */
export const helpOutput: OutputConfiguration = {
  outputError: () => {},
  getOutHelpWidth: () => widthOf(process.stdout),
  getErrHelpWidth: () => widthOf(process.stderr),
};

export const helpFormat: HelpConfiguration = {
  minWidthToWrap: MIN_DESCRIPTION,
  // Arguments are in its own help.
  subcommandTerm: (command: Command) => command.name(),
  styleTitle: (title: string) => styleText('bold', title, { validateStream: false }),
  formatItem(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
    const { helpWidth = WIDTH } = helper;
    if (helpWidth - termWidth - 4 >= MIN_DESCRIPTION) {
      return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
    }
    const lines = helper.boxWrap(description, helpWidth - INDENT).split('\n');
    return [`  ${term}`, ...lines.map((line) => ' '.repeat(INDENT) + line)].join('\n');
  },
};

function widthOf(stream: NodeJS.WriteStream): number {
  const { columns } = screenOf(stream);
  return Number.isFinite(columns) ? columns : WIDTH;
}

/** Also for all commands below. */
export function addExamples(command: Command, path: readonly string[] = []): void {
  const examples = EXAMPLES[path.join(' ')] ?? [];
  const lines = examples.map((example) => `  ${KURIR} ${example}`);
  if (lines.length > 0) command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
  for (const each of command.commands) addExamples(each, [...path, each.name()]);
}

/** The line that shows the help of the named command, or of its group. */
export function helpLine(program: Command, words: readonly string[]): string {
  const path = [KURIR];
  let command = program;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (!next) break;
    path.push(word);
    command = next;
  }
  return [...path, '--help'].join(' ');
}
