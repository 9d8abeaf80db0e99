import type { Command } from 'commander';
import type { CommandOptions } from '../../command.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { readColumns } from './csv-file.ts';
import { judgePassages, judgeQuestions } from './measure.ts';

/** Runs an action without a database. */
type Runner = (action: () => Promise<CommandOutput>, options: CommandOptions) => Promise<void>;

interface EvalOptions extends CommandOptions {
  train?: string;
  documents?: string;
  test: string;
}

/** `kurir assistant eval`: measures the assistant on files, without a gateway. */
export function registerEvalCommand(assistant: Command, run: Runner): void {
  assistant
    .command('eval')
    .description('learn from one CSV file, ask the other one, and print how good the answers are')
    .option('--train <file>', 'questions to learn: text,label')
    .option('--documents <file>', 'passages to search instead of questions: id,text')
    .requiredOption(
      '--test <file>',
      'messages to ask: text,label (empty label: off-topic), or text,id of a passage',
    )
    .option('--json', 'one line of JSON')
    .action((options: EvalOptions) => run(async () => evaluate(options), options));
}

function evaluate({ train, documents, test }: EvalOptions): CommandOutput {
  if ((train === undefined) === (documents === undefined)) {
    throw new CommandError('Give either --train or --documents.', 'invalid_usage');
  }
  if (train !== undefined) {
    const columns = ['text', 'label'] as const;
    return judgeQuestions(readColumns(train, columns), readColumns(test, columns), () => performance.now());
  }
  return judgePassages(readColumns(documents ?? '', ['id', 'text']), readColumns(test, ['text', 'id']));
}
