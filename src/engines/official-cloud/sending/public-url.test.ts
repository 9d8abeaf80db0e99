import { expect, onTestFinished, test } from 'vitest';
import { startNameServer } from '../../../../test/harness/name-server.ts';
import { resolve } from '../../../../test/harness/names.ts';
import { openNames } from '../../../lib/names/names.ts';
import { isPublicUrl } from './public-url.ts';

test.each([
  ['https://93.184.216.34/a.jpg', true],
  ['http://[2606:2800:220:1::1]/a.jpg', true],
  ['https://93.184.216.34:8443/a.jpg', false],
  ['http://127.0.0.1/a.jpg', false],
  ['http://10.0.0.7/a.jpg', false],
  ['http://169.254.169.254/latest', false],
  ['http://[::ffff:127.0.0.1]/a.jpg', false],
  ['http://localhost/a.jpg', false],
  ['ftp://93.184.216.34/a.jpg', false],
  ['nonsense', false],
])('the provider can fetch %s: %s', async (url, isPublic) => {
  expect(await isPublicUrl(url, resolve)).toBe(isPublic);
});

test('every address of a name counts, and a missing name is not public', async () => {
  const server = await startNameServer({
    'public.test': { v4: ['93.184.216.34'] },
    'mixed.test': { v4: ['93.184.216.34', '10.0.0.7'] },
  });
  const names = openNames({ servers: [server.address] });
  onTestFinished(() => names.close());
  const isPublic = (name: string) => isPublicUrl(`https://${name}/a.jpg`, names.resolve);

  expect(await isPublic('public.test')).toBe(true);
  expect(await isPublic('mixed.test')).toBe(false);
  expect(await isPublic('missing.test')).toBe(false);
});
