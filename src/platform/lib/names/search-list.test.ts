import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSearchList } from './search-list.ts';

async function searchList(text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-resolv-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'resolv.conf');
  await writeFile(file, text);
  return { list: openSearchList(file), write: (changed: string) => writeFile(file, changed) };
}

const KUBERNETES = `search shop.svc.cluster.local svc.cluster.local cluster.local
nameserver 10.96.0.10
options ndots:5 timeout:2
`;

test.each([
  [
    'a name with fewer dots than ndots is searched first',
    KUBERNETES,
    'db.shop',
    ['db.shop.shop.svc.cluster.local', 'db.shop.svc.cluster.local', 'db.shop.cluster.local', 'db.shop'],
  ],
  ['a complete name is not searched', KUBERNETES, 'api.test.', ['api.test.']],
  [
    'without ndots, a name with a dot is asked first',
    'search corp.test',
    'api.shop',
    ['api.shop', 'api.shop.corp.test'],
  ],
  ['without ndots, a short name is searched first', 'search corp.test', 'api', ['api.corp.test', 'api']],
  ['domain is a search list of one', 'domain corp.test other.test', 'api', ['api.corp.test', 'api']],
  ['the last list counts', 'search a.test\nsearch b.test', 'api', ['api.b.test', 'api']],
  [
    'comments, the root and final dots are ignored',
    '# search a.test\nsearch b.test. . ; c',
    'api',
    ['api.b.test', 'api'],
  ],
  [
    'ndots has the limit of the system',
    'search a.test\noptions ndots:99',
    '1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16',
    ['1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16', '1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.a.test'],
  ],
])('%s', async (_, text, hostname, names) => {
  const { list } = await searchList(text);

  expect(await list(hostname)).toEqual(names);
});

test('a changed file counts from the next name on', async () => {
  const { list, write } = await searchList('search a.test');
  const before = await list('api');

  await write('search changed.test');

  expect([before, await list('api')]).toEqual([
    ['api.a.test', 'api'],
    ['api.changed.test', 'api'],
  ]);
});
