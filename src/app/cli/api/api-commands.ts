import type { Command } from 'commander';
import { CommandError, type CommandOutput } from '../../../platform/lib/command.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { parseNumber } from '../../../platform/lib/command-options.ts';
import { type Call, callOf } from './call.ts';
import { showOperation } from './operation-help.ts';
import {
  findOperation,
  nearestOperation,
  type Operation,
  operationsWith,
  readOperations,
} from './operations.ts';

export interface ApiOptions {
  account?: number;
  file?: string;
  json?: boolean;
  help?: boolean;
}

/** What the command needs from outside. */
export interface ApiParts {
  print(output: CommandOutput, options: ApiOptions): Promise<void>;
  /** Sends the call as the operator, and prints its answer. */
  send(operation: Operation, call: Call, options: ApiOptions): Promise<void>;
}

/** `kurir api`: every operation of the API. */
export function registerApiCommand(program: Command, parts: ApiParts): void {
  const api = program
    .command('api')
    .description('call the API for an account, list its operations, show their fields')
    .argument('[operation]', "such as 'GET /v1/labels'; another word lists the operations with it")
    .argument('[fields...]', 'name=text, name:=json, name=@file; a repeated name makes a list')
    .option('--file <file>', 'the body: JSON, or the file to upload')
    .option('--account <account>', 'number of the account, if there are several', parseNumber('An account'))
    .option('--json', 'the answer as it is, in one line')
    .helpOption(false)
    .option('-h, --help', 'display help; with an operation, its fields')
    .action((operation: string | undefined, fields: string[], options: ApiOptions) =>
      run(api, parts, { words: operation === undefined ? [] : [operation, ...fields], options }),
    );
}

async function run(
  api: Command,
  { print, send }: ApiParts,
  { words, options }: { words: string[]; options: ApiOptions },
): Promise<void> {
  const [name, fields] = nameIn(words);
  if (name === undefined && options.help) return api.outputHelp();
  const operations = readOperations();
  if (name === undefined || !name.includes(' ')) {
    if (fields.length > 0) throw unknown(operations, [name, ...fields].join(' '));
    return print(listOf(operations, name), options);
  }
  const found = findOperation(operations, name);
  if (!found) throw unknown(operations, name);
  const { operation, values } = found;
  if (options.help) return showOperation(operation);
  const { file } = options;
  await send(operation, await callOf(operation, fields, { file, values }), options);
}

/** The method and the path may be one word of the shell, or two. */
export function nameIn([first, second, ...rest]: readonly string[]): [
  name: string | undefined,
  fields: string[],
] {
  const isMethod = first !== undefined && /^[a-z]+$/i.test(first) && second?.startsWith('/');
  if (isMethod) return [`${first.toUpperCase()} ${second}`, rest];
  return [first, second === undefined ? [] : [second, ...rest]];
}

function listOf(operations: readonly Operation[], word: string | undefined): CommandOutput {
  const found = word === undefined ? operations : operationsWith(operations, word);
  if (found.length === 0) throw unknown(operations, word ?? '');
  return found.map(({ name, summary }) => ({ operation: name, summary }));
}

function unknown(operations: readonly Operation[], name: string): CommandError {
  const nearest = nearestOperation(operations, name);
  const help = nearest === null ? `See ${KURIR} api` : `Did you mean ${nearest}?`;
  return new CommandError(`Unknown operation '${name}'. ${help}`, 'invalid_usage');
}
