import type { Command } from 'commander';
import type { CommandOptions, PlainRunner } from '../../command.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { askSandbox, listIn } from './sandbox-client.ts';
import { SANDBOX_KINDS } from './sandbox-kinds.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Below /sandbox/cloud. */
interface Call {
  method: Method;
  path: string;
  body?: object;
  /** Default: all columns. */
  columns?: readonly string[];
}

interface CloudCommand {
  usage: string;
  description: string;
  /** The arguments have the order of the usage. */
  call(...args: string[]): Call;
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

const get = (path: string, columns?: readonly string[]): Call => ({
  method: 'GET',
  path,
  ...(columns && { columns }),
});
const post = (path: string, body: object): Call => ({ method: 'POST', path, body });

const NUMBER_COMMANDS: readonly CloudCommand[] = [
  {
    usage: 'numbers',
    description: 'the business numbers',
    call: () => get('/numbers', NUMBER_COLUMNS),
  },
  {
    usage: 'number <phone_number_id> <access_token> <display_phone_number> <verified_name>',
    description: 'register a number',
    call: (phone_number_id, access_token, display_phone_number, verified_name) =>
      post('/numbers', { phone_number_id, access_token, display_phone_number, verified_name }),
  },
  {
    usage: 'set <phone_number_id> <json>',
    description: 'change a number: {"state": "banned"}, {"behaviour": {...}}',
    call: (id = '', json = '') => post(number(id), parse(json)),
  },
  {
    usage: 'token <phone_number_id> <access_token>',
    description: 'give a number a new token and end its others',
    call: (id = '', access_token) => post(`${number(id)}/tokens`, { access_token, revoke_others: true }),
  },
  {
    usage: 'revoke <access_token>',
    description: 'end a token wherever it is valid',
    call: (access_token) => post('/tokens/revoke', { access_token }),
  },
];

const CHAT_COMMANDS: readonly CloudCommand[] = [
  {
    usage: 'messages <phone_number_id>',
    description: 'the messages of a number, both ways',
    call: (id = '') => get(`${number(id)}/messages`, MESSAGE_COLUMNS),
  },
  {
    usage: 'write <phone_number_id> <from> <text>',
    description: 'a person writes to the number',
    call: (id = '', from, text) => post(`${number(id)}/messages`, { from, text }),
  },
  {
    usage: 'tap <phone_number_id> <from> <message_id> <choice>',
    description: 'a person taps a button or a row',
    call: (id = '', from, message_id, tap) => post(`${number(id)}/messages`, { from, message_id, tap }),
  },
  {
    usage: 'read <phone_number_id> <message_id>',
    description: 'a person reads a message',
    call: (id = '', message) => post(`${number(id)}/statuses`, { id: message, status: 'read' }),
  },
];

const KIND_COMMANDS: readonly CloudCommand[] = SANDBOX_KINDS.flatMap(({ name, usage, description, cloud }) =>
  cloud
    ? {
        usage: `${name} <phone_number_id> <from> ${usage}`.trim(),
        description,
        call: (id = '', from, ...args) => post(`${number(id)}/messages`, { from, ...cloud(...args) }),
      }
    : [],
);

const PROVIDER_COMMANDS: readonly CloudCommand[] = [
  { usage: 'status', description: 'app, clock, webhooks and counts', call: () => get('') },
  {
    usage: 'clock <hours>',
    description: 'move the time of the provider forward; "reset" in place of hours: back to the real time',
    call: (hours) => post('/clock', hours === 'reset' ? { reset: true } : { advance_hours: Number(hours) }),
  },
  {
    usage: 'fault <json>',
    description: 'inject a fault: {"code": 131056, "count": 3}',
    call: (json = '') => post('/faults', parse(json)),
  },
  { usage: 'faults', description: 'the injected faults', call: () => get('/faults') },
  { usage: 'heal', description: 'end all faults', call: () => ({ method: 'DELETE', path: '/faults' }) },
  { usage: 'requests', description: 'the latest calls', call: () => get('/requests', REQUEST_COLUMNS) },
];

/** `kurir sandbox cloud ...`: simulates the provider of the official API and its users. */
export function registerCloudCommands(sandbox: Command, run: PlainRunner): void {
  const cloud = sandbox
    .command('cloud')
    .description('the official API on this machine: numbers, people, faults');
  const all = [...NUMBER_COMMANDS, ...CHAT_COMMANDS, ...KIND_COMMANDS, ...PROVIDER_COMMANDS];
  for (const { usage, description, call } of all) {
    cloud
      .command(usage)
      .description(description)
      .option('--json', 'one line of JSON')
      .action((...given) => {
        const command: Command = given.pop();
        const { method, path, body, columns } = call(...command.args);
        return run(async (config) => {
          const answer = listIn(await askSandbox(config, method, `/sandbox/cloud${path}`, body));
          return columns ? pick(answer, columns) : answer;
        }, command.opts<CommandOptions>());
      });
  }
}

const number = (id: string) => `/numbers/${encodeURIComponent(id)}`;

/** More columns do not fit on a line. */
function pick(rows: CommandOutput, columns: readonly string[]): CommandOutput {
  if (!Array.isArray(rows)) return rows;
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
}

function parse(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below.
  }
  throw new CommandError('The last argument must be a JSON object.', 'invalid_usage');
}
