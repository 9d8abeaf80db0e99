import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildDashboardOnce } from '../harness/dashboard-build.ts';
import { choosePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';
import { makePackage } from './package.ts';

test('a release starts below node_modules, with dashboard and guides, and knows no tools of a clone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-package-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const place = path.join(folder, 'node_modules/kurir');
  await mkdir(place, { recursive: true });
  await buildDashboardOnce();
  await makePackage(process.cwd(), place, '9.9.9');
  await rm(path.join(place, 'package-lock.json'));
  await symlink(path.resolve('node_modules'), path.join(place, 'node_modules'));
  const port = await choosePort();
  const gateway = run(place, folder, ['start', '--sandbox'], {
    KURIR_PORT: `${port}`,
    KURIR_SANDBOX_PORT: `${await choosePort()}`,
  });
  await gateway.untilSaid('Kurir is ready');

  const pages = ['/app/', '/guides/', '/w.js', '/openapi.json'].map((page) =>
    fetch(`http://127.0.0.1:${port}${page}`),
  );
  const tool = await run(place, folder, ['check']).ended;
  gateway.child.kill('SIGTERM');

  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(tool).toMatchObject({ code: 2 });
  expect(tool.said).toContain("Unknown command 'check'");
  expect((await gateway.ended).code).toBe(0);
  const { version, dependencies } = JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8'));
  expect(version).toBe('9.9.9');
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['baileys', 'fastify', 'libphonenumber-js', 'preact']),
  );
  expect(Object.keys(dependencies)).not.toEqual(expect.arrayContaining(['vite']));
});

function run(place: string, cwd: string, args: string[], env: Record<string, string> = {}) {
  const own = { PATH: process.env.PATH ?? '', HOME: cwd, ...env };
  const child = spawn(process.execPath, [path.join(place, 'bin/kurir.js'), ...args], { cwd, env: own });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = once(child, 'close').then(([code]) => ({ code, said }));
  return { child, ended, untilSaid: (text: string) => until(() => said.includes(text), { what: text }) };
}
