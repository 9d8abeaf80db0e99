import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { killAtStep } from './step-kill.ts';
import { causeTakeOver, type TakeOver } from './takeover-act.ts';

/**
 * Takes one conversation over. Dies before one statement, or after the last one. Prints the number of statements.
 */
const { databaseUrl, secretKey, step, takeOver } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  secretKey: string;
  step: number;
  takeOver: TakeOver;
};
const ctx = createContext({
  config: loadConfig({ KURIR_DATABASE_POOL: '2', LOG_LEVEL: 'silent' }),
  databaseUrl,
  box: createSecretBox(secretKey),
  log: silentLog,
  name: 'kurir take-over',
});
const sent = killAtStep(step);
await causeTakeOver(ctx, takeOver);
if (step > sent()) process.kill(process.pid, 'SIGKILL');
process.stdout.write(String(sent()));
process.exit();
