import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const USAGE = 'npm run crash -- [--kills 100] [--seed N] [test ...]';

interface Options {
  kills: number;
  seed: number;
  tests: string[];
}

/** Runs the crash tests with longer seasons. The exit code is 1 after a failure. */
async function main({ kills, seed, tests }: Options): Promise<void> {
  console.log(`crash: seasons of ${kills} kills, seed ${seed}`);
  process.env.KURIR_TEST_LONG = '1';
  process.env.KURIR_TEST_CRASH_KILLS = String(kills);
  process.env.KURIR_TEST_CRASH_SEED = String(seed);
  const filters = tests.length > 0 ? tests.map((name) => `test/crash/${name}`) : ['test/crash/'];
  const vitest = await startVitest('test', filters, { run: true, watch: false });
  await vitest.close();
}

/** Exits on invalid options. */
function readOptions(): Options {
  try {
    return parseOptions();
  } catch (error) {
    console.error(`crash: ${error instanceof Error ? error.message : error}\n${USAGE}`);
    return process.exit(2);
  }
}

function parseOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
    },
  });
  const number = (name: keyof typeof values) => {
    if (!/^[1-9]\d{0,8}$/.test(values[name])) throw new Error(`--${name} must be a whole number from 1 on`);
    return Number(values[name]);
  };
  return { kills: number('kills'), seed: number('seed'), tests: positionals };
}

// Not awaited: the end of Vitest leaves nothing that keeps the process alive.
void main(readOptions());
