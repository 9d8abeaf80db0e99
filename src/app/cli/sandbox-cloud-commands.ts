import type { Command } from 'commander';
import type { CommandOptions } from '../../command.ts';
import { CommandError, type CommandOutput } from '../../lib/command.ts';
import { askSandbox, listIn, type PlainRunner } from './sandbox-client.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** `kurir sandbox cloud ...`: plays the provider of the official API, and the people behind its numbers. */
export function registerCloudCommands(sandbox: Command, run: PlainRunner): void {
  const cloud = sandbox
    .command('cloud')
    .description('the official API on this machine: numbers, people, trouble');
  const command = (usage: string, text: string) =>
    cloud.command(usage).description(text).option('--json', 'one line of JSON');
  const call = (
    options: CommandOptions,
    method: Method,
    path: string,
    body?: object,
    shown: (answer: CommandOutput) => CommandOutput = listIn,
  ) => run(async (config) => shown(await askSandbox(config, method, `/sandbox/cloud${path}`, body)), options);

  command('status', 'app, clock, webhooks and counts').action((options: CommandOptions) =>
    call(options, 'GET', ''),
  );
  command('numbers', 'the business numbers').action((options: CommandOptions) =>
    call(options, 'GET', '/numbers', undefined, (answer) => pick(listIn(answer), NUMBER_COLUMNS)),
  );
  command(
    'number <phone_number_id> <access_token> <display_phone_number> <verified_name>',
    'register a number',
  ).action(
    (phone_number_id: string, access_token: string, display: string, name: string, options: CommandOptions) =>
      call(options, 'POST', '/numbers', {
        phone_number_id,
        access_token,
        display_phone_number: display,
        verified_name: name,
      }),
  );
  command(
    'set <phone_number_id> <json>',
    'change a number: {"state": "banned"}, {"behaviour": {...}}',
  ).action((id: string, json: string, options: CommandOptions) =>
    call(options, 'POST', number(id), parse(json)),
  );
  command('token <phone_number_id> <access_token>', 'give a number a new token and end its others').action(
    (id: string, access_token: string, options: CommandOptions) =>
      call(options, 'POST', `${number(id)}/tokens`, { access_token, revoke_others: true }),
  );
  command('revoke <access_token>', 'end a token wherever it is valid').action(
    (access_token: string, options: CommandOptions) =>
      call(options, 'POST', '/tokens/revoke', { access_token }),
  );
  command('messages <phone_number_id>', 'what was written, both ways').action(
    (id: string, options: CommandOptions) =>
      call(options, 'GET', `${number(id)}/messages`, undefined, (answer) =>
        pick(listIn(answer), MESSAGE_COLUMNS),
      ),
  );
  command('write <phone_number_id> <from> <text>', 'a person writes to the number').action(
    (id: string, from: string, text: string, options: CommandOptions) =>
      call(options, 'POST', `${number(id)}/messages`, { from, text }),
  );
  command('tap <phone_number_id> <from> <message_id> <choice>', 'a person taps a button or a row').action(
    (id: string, from: string, message_id: string, choice: string, options: CommandOptions) =>
      call(options, 'POST', `${number(id)}/messages`, { from, message_id, tap: choice }),
  );
  command('read <phone_number_id> <message_id>', 'a person reads a message').action(
    (id: string, message: string, options: CommandOptions) =>
      call(options, 'POST', `${number(id)}/statuses`, { id: message, status: 'read' }),
  );
  command('clock <hours>', 'move the time of the provider forward').action(
    (hours: string, options: CommandOptions) =>
      call(options, 'POST', '/clock', { advance_hours: Number(hours) }),
  );
  command('fault <json>', 'ask for trouble: {"code": 131056, "count": 3}').action(
    (json: string, options: CommandOptions) => call(options, 'POST', '/faults', parse(json)),
  );
  command('faults', 'the trouble that was asked for').action((options: CommandOptions) =>
    call(options, 'GET', '/faults'),
  );
  command('heal', 'end all trouble').action((options: CommandOptions) => call(options, 'DELETE', '/faults'));
  command('requests', 'the latest calls').action((options: CommandOptions) =>
    call(options, 'GET', '/requests', undefined, (answer) => pick(listIn(answer), REQUEST_COLUMNS)),
  );
}

const NUMBER_COLUMNS = [
  'phone_number_id',
  'phone_number',
  'verified_name',
  'state',
  'waba_id',
  'callback_url',
];
const MESSAGE_COLUMNS = ['at', 'direction', 'from', 'to', 'type', 'text', 'status', 'id'];
const REQUEST_COLUMNS = [
  'seq',
  'at',
  'call',
  'phone_number_id',
  'to',
  'status',
  'code',
  'outcome',
  'message_id',
];

const number = (id: string) => `/numbers/${encodeURIComponent(id)}`;

/** Rows with these columns only: what else there is does not fit on a line. */
function pick(rows: CommandOutput, columns: readonly string[]): CommandOutput {
  if (!Array.isArray(rows)) return rows;
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
}

function parse(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below, like any other text that is no object.
  }
  throw new CommandError('The last argument has to be a JSON object.');
}
