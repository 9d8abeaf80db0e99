import { Command, CommanderError, Option } from 'commander';
import type { CommandRunner, PlainRunner } from '../../command.ts';
import { isSetting, loadConfig } from '../../config.ts';
import type { Terminal } from '../../gateway/devices/pairing/pairing-screen.ts';
import type { AccountWork } from '../../platform/accounts/commands.ts';
import { CommandError, EXIT_CODES } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { nearestName } from '../../platform/lib/nearest-name.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { readSession } from '../read-session.ts';
import { addExamples, helpFormat, helpLine, helpOutput } from './help.ts';

type Register = (program: Command) => Promise<void>;

const feature =
  (load: () => Promise<(program: Command, run: CommandRunner) => void>): Register =>
  async (program) =>
    (await load())(program, onDatabase);

/** Loaded only for its commands. */
const GROUPS: Record<string, Register> = {
  start: gatewayCommands,
  stop: gatewayCommands,
  status: gatewayCommands,
  doctor: gatewayCommands,
  adopt: gatewayCommands,
  upgrade: async (program) => (await import('../upgrade/commands.ts')).registerUpgradeCommand(program, plain),
  sandbox: sandboxCommands,
  account: accountCommands,
  key: accountCommands,
  plan: accountCommands,
  rate: feature(async () => (await import('../../gateway/costs/rates/commands.ts')).registerRateCommands),
  user: userCommands,
  device: deviceCommands,
  message: messageCommands,
  webhook: feature(async () => (await import('../../gateway/webhooks/commands.ts')).registerWebhookCommands),
  broadcast: feature(
    async () => (await import('../../gateway/broadcasts/commands.ts')).registerBroadcastCommands,
  ),
  audit: feature(async () => (await import('../../platform/audit/commands.ts')).registerAuditCommands),
  'key-ring': feature(async () => (await import('../key-ring/commands.ts')).registerKeyRingCommands),
  backup: backupCommands,
  restore: backupCommands,
  assistant: assistantCommands,
  api: apiCommands,
  completion: apiCommands,
  sessions: sessionsCommand,
};

const onDatabase: CommandRunner = async (action, options) => {
  const { runOnDatabase } = await import('./command-runner.ts');
  await runOnDatabase(action, options);
};
const plain: PlainRunner = async (action, options) => {
  const { runPlain } = await import('./command-runner.ts');
  await runPlain(action, options);
};

/** `args`: without program and script. Failures exit with `EXIT_CODES` and a line on stderr, JSON with `--json`. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  ignoreClosedPipes();
  try {
    await parse(args);
  } catch (error) {
    if (error instanceof CommanderError && isHelp(error)) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.invalid_usage;
      return;
    }
    const { reportFailure } = await import('./failure.ts');
    reportFailure(error, { json: args.includes('--json') });
    // Open handles may still keep the process alive.
    process.exit();
  }
}

/** A group without a command shows its help as an error. */
function isHelp({ code, exitCode }: CommanderError): boolean {
  return exitCode === 0 || code === 'commander.help';
}

/** `kurir ... | head -1` ends the pipe early. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout) process.stderr.write(`The output cannot be written: ${error.message}\n`);
      process.exit(EXIT_CODES.failed);
    });
  }
}

async function parse(args: readonly string[]): Promise<void> {
  const program = await createProgram(args[0]);
  program.hook('preAction', async (_program, command) => {
    const { beforeAction } = await import('./before-action.ts');
    await beforeAction(command);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || isHelp(error)) throw error;
    const problem =
      (await inApi(program, args, error)) ??
      unknownCommandOf(program, args, error) ??
      settingOf(error) ??
      inOneLine(error.message);
    throw new CommandError(`${problem} See ${helpLine(program, args)}`, 'invalid_usage');
  }
}

/** Perhaps a resource: `kurir faq`. */
async function inApi(
  program: Command,
  [word = '']: readonly string[],
  { code }: CommanderError,
): Promise<string | null> {
  const isGroup = program.commands.some((each) => each.name() === word);
  if (code !== 'commander.unknownCommand' || isGroup) return null;
  const { operationsWith, readOperations } = await import('./api/operations.ts');
  const isKnown = operationsWith(readOperations(), word).length > 0;
  return isKnown ? `Unknown command '${word}'. The API has it: ${KURIR} api ${word}.` : null;
}

/** Commander counts the word as an argument where the group alone is a command too. */
function unknownCommandOf(
  program: Command,
  [group, word]: readonly string[],
  { code }: CommanderError,
): string | null {
  const { commands = [] } = program.commands.find((each) => each.name() === group) ?? {};
  const names = commands.map((each) => each.name());
  const isUnknown = word !== undefined && names.length > 0 && !names.includes(word);
  if (code !== 'commander.excessArguments' || !isUnknown) return null;
  const nearest = nearestName(word, names);
  return `Unknown command '${word}'.${nearest ? ` Did you mean ${nearest}?` : ''}`;
}

/** `npm start -- --port 9000` is a setting. */
function settingOf({ code, message }: CommanderError): string | null {
  if (code !== 'commander.unknownOption') return null;
  const option = /'--([a-z-]+)/.exec(message)?.[1];
  const setting = `KURIR_${option?.toUpperCase().replaceAll('-', '_')}`;
  return option && isSetting(setting)
    ? `Unknown option '--${option}'. Use the setting ${setting}, in the environment or in .env.`
    : null;
}

/** Commander writes a suggestion on a second line. */
function inOneLine(message: string): string {
  const text = message.replace(/^error: /, '').replace(/\s*\n\(?(.*?)\)?$/, '. $1');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/[^.?]$/, '$&.');
}

/** With all commands, or only with those of the group. */
export async function createProgram(group = ''): Promise<Command> {
  const program = new Command(KURIR)
    .description('Self-hosted messaging gateway.')
    .version(VERSION)
    .exitOverride()
    // Options of `backup list` are not those of `backup`.
    .enablePositionalOptions()
    .configureOutput(helpOutput)
    .configureHelp(helpFormat);
  const asked = GROUPS[group];
  for (const register of asked ? [asked] : new Set(Object.values(GROUPS))) await register(program);
  addExamples(program);
  return program;
}

const SANDBOX_DEFAULTS = { KURIR_SANDBOX: 'on', KURIR_DRAIN_SECONDS: '0' };

async function gatewayCommands(program: Command): Promise<void> {
  program
    .command('start')
    .description('run the gateway until a signal stops it')
    .option('--sandbox', 'also run the sandbox, unless KURIR_SANDBOX=off')
    .option('--no-dashboard', 'serve no dashboard, and do not build it')
    .option('--small', 'take less memory: devices run in the process of the gateway')
    .addOption(new Option('--trial').hideHelp())
    .action(async (options: { sandbox?: boolean; dashboard: boolean; small?: boolean; trial?: boolean }) => {
      const config = loadConfig(undefined, options.sandbox ? SANDBOX_DEFAULTS : {});
      const { runStart, runTrial } = await import('./start.ts');
      if (options.trial) return runTrial(config);
      if (!options.dashboard) config.KURIR_DASHBOARD = 'off';
      if (options.small) config.KURIR_SMALL = 'on';
      await runStart(config);
    });
  program
    .command('stop')
    .description('stop the gateway of this data folder, and the processes of a killed gateway')
    .option('--json', 'one line of JSON')
    .action(async (options: { json?: boolean }) => {
      const { runStop } = await import('./command-runner.ts');
      await runStop(options);
    });
  program
    .command('status')
    .description('show what runs here: gateway, database, devices, queue, webhooks, disk')
    .option('--json', 'one line of JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { showStatus } = await import('./status.ts');
      await plain((config) => showStatus(config, { json }), { json });
    });
  program
    .command('doctor')
    .description('look for faults: rights, versions, clock, disk, stuck work, proxy, DNS, providers, backups')
    .option('--json', 'one line of JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { examine } = await import('./doctor/doctor.ts');
      await plain(examine, { json });
    });
  program
    .command('adopt')
    .description('make a copied data folder an installation, paused until its original is gone')
    .option('--original-is-gone', 'the original never runs again: connect the devices, send what waits')
    .option('--json', 'one line of JSON')
    .action(async (options: { originalIsGone?: boolean; json?: boolean }) => {
      const { runAdopt } = await import('./command-runner.ts');
      await runAdopt(options);
    });
}

async function sandboxCommands(program: Command): Promise<void> {
  const { registerSandboxCommands } = await import('./sandbox-commands.ts');
  const sandbox = program.command('sandbox').description('the phone network on this machine; alone: run it');
  sandbox.action(async () => {
    const { runSandboxProcess } = await import('../processes/sandbox/sandbox.ts');
    await runSandboxProcess(loadConfig());
  });
  registerSandboxCommands(sandbox, plain);
}

async function accountCommands(program: Command): Promise<void> {
  const { registerAccountCommands } = await import('../../platform/accounts/commands.ts');
  const activating = () => import('../operator/accounts/activate.ts');
  const work: AccountWork = {
    async count(ctx, account) {
      const { countOpenWork } = await import('../operator/accounts/open-work.ts');
      return { ...(await countOpenWork(ctx, account)) };
    },
    activate: async (...given) => (await activating()).activate(...given),
    activateHeld: async (...given) => ({ ...(await (await activating()).activateHeld(...given)) }),
  };
  const account = registerAccountCommands(program, onDatabase, work, async (ctx) => {
    const { isSandboxOn } = await import('../processes/sandbox/sandbox-presence.ts');
    return isSandboxOn(ctx);
  });
  const { registerCopyCommand } = await import('../account-copy/commands.ts');
  registerCopyCommand(account, onDatabase);
}

async function userCommands(program: Command): Promise<void> {
  const { registerUserCommands } = await import('../../inbox/staff/users/commands.ts');
  registerUserCommands(program, onDatabase, { gatewayUrl });
}

async function gatewayUrl(): Promise<string | null> {
  const { readGatewayFile } = await import('../processes/gateway-file.ts');
  return (await readGatewayFile(loadConfig()))?.url ?? null;
}

async function deviceCommands(program: Command): Promise<void> {
  const { registerDeviceCommands } = await import('../../gateway/devices/commands.ts');
  const { registerTraceCommand } = await import('../../gateway/devices/trace-command.ts');
  const device = registerDeviceCommands(program, onDatabase, {
    terminal: findTerminal,
    gatewayUrl,
    ready: async () => {
      const { assertGateway } = await import('./gateway-client.ts');
      await assertGateway(loadConfig());
    },
    scan: async (deviceUuid, number) => {
      const { scanDevice } = await import('./sandbox-client.ts');
      await scanDevice(loadConfig(), deviceUuid, number);
    },
    readSession,
  });
  registerTraceCommand(device, plain);
}

function findTerminal(): Terminal | null {
  const { stdout } = process;
  return stdout.isTTY ? stdout : null;
}

async function messageCommands(program: Command): Promise<void> {
  const { registerMessageCommands } = await import('../../gateway/messages/commands.ts');
  registerMessageCommands(program, onDatabase, {
    say: (line) => {
      if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
    },
    readTemplates: async (network, access) => {
      const { readTemplatesOnce } = await import('./official-provider.ts');
      return readTemplatesOnce(loadConfig(), network, access);
    },
  });
}

async function backupCommands(program: Command): Promise<void> {
  const { registerBackupCommands, registerRestoreCommand } = await import('../backup/commands.ts');
  registerBackupCommands(program, onDatabase);
  registerRestoreCommand(program, plain);
}

async function assistantCommands(program: Command): Promise<void> {
  const { registerEvalCommand } = await import('../../assistant/trial/measure-command.ts');
  registerEvalCommand(program.command('assistant').description('measures the assistant on files'), plain);
}

async function apiCommands(program: Command): Promise<void> {
  const { registerApiCommand } = await import('./api/api-commands.ts');
  const { registerCompletionCommand } = await import('./api/completion.ts');
  registerApiCommand(program, {
    print: async (output, options) => (await import('./command-runner.ts')).print(output, options),
    send: async (...call) => (await import('./command-runner.ts')).runCall(...call),
  });
  registerCompletionCommand(program, createProgram);
}

/** For the main process only. */
async function sessionsCommand(program: Command): Promise<void> {
  program
    .command('sessions', { hidden: true })
    .addOption(new Option('--network <network>').choices(['live', 'sandbox']).makeOptionMandatory())
    .requiredOption('--node <uuid>')
    .option('--gateway <id>')
    .action(
      async ({ network, node, gateway }: { network: 'live' | 'sandbox'; node: string; gateway?: string }) => {
        const config = loadConfig();
        const { runSessionsProcess } = await import('../processes/sessions-process.ts');
        await runSessionsProcess(config, { network, nodeId: node, gateway });
      },
    );
}
