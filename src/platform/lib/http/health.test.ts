import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { healthRoutes } from './health.ts';
import { createHttp } from './http.ts';

test.each([
  ['ready', async () => true, 200],
  ['not ready', async () => false, 503],
  ['unable to find out', () => Promise.reject(new Error('no database')), 503],
])('/readyz of a service that is %s', async (_name, ready, status) => {
  const http = createHttp({ log: silentLog, bodyLimit: 1024 });
  onTestFinished(() => http.close());
  healthRoutes(http, { ready, log: silentLog });

  const [alive, readiness] = await Promise.all([http.inject('/healthz'), http.inject('/readyz')]);

  expect(alive.statusCode).toBe(200);
  expect(alive.json()).toEqual({ status: 'alive' });
  expect(readiness.statusCode).toBe(status);
  if (status === 503)
    expect(readiness.json()).toEqual({ error: 'service_unavailable', message: 'Not ready yet.' });
});

test('readiness changes are logged once, at any number of requests', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const http = createHttp({ log, bodyLimit: 1024 });
  onTestFinished(() => http.close());
  const answers = [true, false, false, false, true, true, false];
  healthRoutes(http, { ready: async () => answers.shift() ?? true, log });

  for (let asked = 0; asked < 7; asked += 1) await http.inject('/readyz');

  expect(logged.filter((line) => line !== 'http.answered')).toEqual([
    'ready.lost',
    'ready.back',
    'ready.lost',
  ]);
});
