import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { createHttp } from '../../../platform/lib/http/http.ts';
import { MAX_CALLS, passkeyRoutes } from './routes.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
passkeyRoutes(http, ctx);
await http.ready();
afterAll(() => http.close());
const UUID = '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d';

test.each([
  ['en', 'I am linking my own number'],
  ['id', 'Saya menautkan nomor saya sendiri'],
])(
  'the page in %s loads its files from the gateway alone, and no page can frame it',
  async (language, text) => {
    const page = await http.inject({ url: '/passkey/', headers: { 'accept-language': language } });
    const script = await http.inject('/passkey/page.js');

    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain(text);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect([script.statusCode, script.headers['content-type']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
  },
);

test.each(['GET', 'POST', 'DELETE'] as const)(
  '%s without the token of a link opens nothing',
  async (method) => {
    const payload = { assertion: {} };
    const answers = await Promise.all([
      http.inject({ method, url: `/passkey/${UUID}`, ...(method === 'POST' && { payload }) }),
      http.inject({ method, url: '/passkey/1', ...(method === 'POST' && { payload }) }),
    ]);

    for (const { statusCode, headers } of answers) {
      expect([404, 422]).toContain(statusCode);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  },
);

test.each(['GET', 'POST', 'DELETE'] as const)(
  '%s over plain HTTP from another machine carries no token',
  async (method) => {
    const payload = { assertion: {} };
    const { statusCode, body } = await http.inject({
      method,
      url: `/passkey/${UUID}`,
      remoteAddress: '192.0.2.8',
      headers: { authorization: `Bearer ${'x'.repeat(43)}` },
      ...(method === 'POST' && { payload }),
    });

    expect([statusCode, JSON.parse(body).error]).toEqual([403, 'https_required']);
  },
);

test('one network has a limited number of calls in a minute', async () => {
  const call = () => http.inject({ url: `/passkey/${UUID}`, remoteAddress: '192.0.2.7' });
  for (let n = 0; n < MAX_CALLS; n += 1) await call();

  const { statusCode, headers } = await call();

  expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true]);
});
