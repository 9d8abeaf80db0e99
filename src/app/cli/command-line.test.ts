import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isLong } from '../../../test/harness/long.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));
const NO_DATABASE = {
  DATABASE_URL: 'postgres://kurir:topsecret@127.0.0.1:1/kurir',
  KURIR_SECRET_KEY: 'a1'.repeat(32),
};

interface Ended {
  code: number | string;
  stdout: string;
  stderr: string;
}

function kurir(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const FAILED: [string, string[], Record<string, string>, number, string][] = [
  ['an unknown command', ['acount', '--json'], {}, 2, 'invalid_usage'],
  ['an unknown command of a group', ['account', 'lst', '--json'], {}, 2, 'invalid_usage'],
  ['an unknown option', ['plan', 'list', '--all', '--json'], {}, 2, 'invalid_usage'],
  ['a missing option', ['account', 'create', '--json'], {}, 2, 'invalid_usage'],
  ['a bad value', ['account', 'suspend', 'toko', '--json'], {}, 2, 'invalid_usage'],
  [
    'two bad settings',
    ['plan', 'list', '--json'],
    { KURIR_PORT: 'x', KURIR_SANDBOX: 'y' },
    1,
    'invalid_settings',
  ],
  ['no database', ['plan', 'list', '--json'], NO_DATABASE, 5, 'database_unavailable'],
];

test.each(isLong ? FAILED : FAILED.slice(-2))(
  '--json: %s is one line of JSON on stderr',
  async (_name, args, env, code, error) => {
    const ended = await kurir(args, env);

    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toMatch(/^\{[^\n]+\}\n$/);
    expect(JSON.parse(ended.stderr)).toEqual({ error, message: expect.stringMatching(/\S/) });
    expect(ended.stderr).not.toContain('topsecret');
  },
);

const ADVICE: [string[], string][] = [
  [['acount'], "Unknown command 'acount'. Did you mean account? See ./kurir --help\n"],
  [['faq', 'list'], "Unknown command 'faq'. The API has it: ./kurir api faq. See ./kurir --help\n"],
  [['account', 'lst'], "Unknown command 'lst'. Did you mean list? See ./kurir account --help\n"],
  [
    ['sandbox', 'message', '6281234567890'],
    "Unknown command 'message'. Did you mean messages? See ./kurir sandbox --help\n",
  ],
  [
    ['sandbox', 'restore', 'one', 'two'],
    "Too many arguments for 'restore'. Expected 1 argument but got 2: one, two. See ./kurir sandbox restore --help\n",
  ],
  [
    ['plan', 'set', 'pro', '--max-devices', 'x'],
    "Option '--max-devices <count>' argument 'x' is invalid. Give a whole number from 0 on. " +
      'See ./kurir plan set --help\n',
  ],
  [
    ['start', '--sandbox', '--port', '9000'],
    "Unknown option '--port'. Use the setting KURIR_PORT, in the environment or in .env. See ./kurir start --help\n",
  ],
  [
    ['status', '--data-dir=/srv/data'],
    "Unknown option '--data-dir'. Use the setting KURIR_DATA_DIR, in the environment or in .env. " +
      'See ./kurir status --help\n',
  ],
];

test.each(isLong ? ADVICE : ADVICE.slice(0, 2))(
  '%j is answered with one line that says what to do',
  async (args, line) => {
    const { code, stdout, stderr } = await kurir(args);

    expect([code, stdout, stderr]).toEqual([2, '', line]);
  },
);

test('a group without a command shows its help on stderr, which is no success', async () => {
  const { code, stdout, stderr } = await kurir(['account']);

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Usage: .*account/);
});

test.each([[['--help']], [['account', '--help']], [['help', 'account']], [['account', 'create', '--help']]])(
  '%j succeeds',
  async (args) => {
    const { code, stdout, stderr } = await kurir(args);

    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: /);
  },
);

test.each([[['account', '--help']], [['acount', '--json']]])(
  '%j keeps its exit code when its pipe is closed',
  (args) => {
    const line = `("$@" 2>&3; echo $? >&3) 3>&2 | true`;
    const { stderr } = spawnSync('sh', ['-c', line, 'sh', process.execPath, CLI, ...args], {
      encoding: 'utf8',
    });

    expect(stderr).toMatch(args.includes('--json') ? /^\{.*\}\n2\n$/ : /^0\n$/);
  },
);

test('an output that cannot be written is a failure of one line', () => {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', '"$@" >/dev/full', 'sh', process.execPath, CLI, '--help'],
    {
      encoding: 'utf8',
    },
  );

  expect([status, stderr]).toEqual([
    1,
    'The output cannot be written: ENOSPC: no space left on device, write\n',
  ]);
});
