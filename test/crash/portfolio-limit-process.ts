import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { claimForBroadcasts, maintainBroadcasts } from '../../src/gateway/broadcasts/runner/runner.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { killAtStep } from './step-kill.ts';

/** Runs rounds of the broadcast runner at a fixed time, and dies before one statement, or after the last round. */
const { databaseUrl, secretKey, now, step, rounds } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  secretKey: string;
  now: number;
  step: number;
  rounds: number;
};
const context = createContext({
  config: loadConfig({ KURIR_DATABASE_POOL: '2', LOG_LEVEL: 'silent' }),
  databaseUrl,
  box: createSecretBox(secretKey),
  log: silentLog,
  name: 'kurir broadcasts',
});
const ctx = { ...context, now: () => new Date(now) };
killAtStep(step);
for (let round = 0; round < rounds; round += 1) {
  await maintainBroadcasts(ctx);
  await claimForBroadcasts(ctx);
}
process.kill(process.pid, 'SIGKILL');
