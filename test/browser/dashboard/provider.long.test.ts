import { expect, onTestFinished } from 'vitest';
import { assembleHttp } from '../../../src/app/http/http-server.ts';
import { choosePort } from '../../harness/free-port.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { localOidc } from '../../harness/local-oidc.ts';
import { longTest } from '../../harness/long-test.ts';
import { insertAccount } from '../../harness/rows.ts';
import { tablesOf } from '../../harness/tables.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const NAME = '<img src=x onerror=alert(1)> & "Sari"';

const app = await openApp();
const accounts = tablesOf(app.ctx.db).updateTable('accounts').set({ name: NAME });
await accounts.where('id', '=', app.account.id).execute();
await makeLive(app.ctx, app.account.id);

longTest('the log-in page shows a refusal of the provider of the company', async () => {
  const page = await app.open(null, { path: '/log-in?problem=oidc_second_factor' });

  const text = await page.getByRole('alert').innerText();

  expect(text).toBe('You have a second factor. Log in with your password and code.');
});

longTest('a person chooses the account after the log-in at the provider, and joins another one', async () => {
  const [mine, theirs] = [
    await app.user('agent'),
    await app.user('agent', { account: await insertAccount(app.ctx) }),
  ];
  const at = `http://127.0.0.1:${await choosePort()}`;
  const local = await localOidc({ redirectUri: `${at}/app/api/oidc/callback` });
  const { issuer, clientId, clientSecret } = local;
  const oidc = {
    KURIR_OIDC_ISSUER: issuer,
    KURIR_OIDC_CLIENT_ID: clientId,
    KURIR_OIDC_CLIENT_SECRET: clientSecret,
  };
  const ctx = { ...app.ctx, config: { ...app.ctx.config, KURIR_PUBLIC_URL: at, ...oidc } };
  const http = assembleHttp(ctx, null);
  onTestFinished(() => http.close());
  await http.listen({ host: '127.0.0.1', port: Number(new URL(at).port) });
  const users = tablesOf(app.ctx.db).updateTable('users').set({ email: 'rina@toko.example' });
  await users.where('id', '=', theirs.user.id).set({ status: 'invited' }).execute();
  await users
    .where('id', '=', mine.user.id)
    .set({ oidc_subject: `${issuer} rina` })
    .execute();
  local.person = { sub: 'rina', email: 'rina@toko.example', email_verified: true };

  const page = await app.open(null, { base: at, path: '/log-in' });
  await page.getByRole('link', { name: 'Choose another account, or join one' }).click();
  await page.getByRole('link', { name: NAME, exact: true }).waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('link', { name: 'Join Toko' }).click();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();

  const me = await page.evaluate(async () => (await fetch('/app/api/me')).text());
  expect(me).toContain(theirs.user.user_uuid);
  expect(problems).toEqual([]);
  app.forgive(new RegExp(`asks ${issuer}`));
});
