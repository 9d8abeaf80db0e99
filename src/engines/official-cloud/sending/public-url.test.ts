import { expect, test } from 'vitest';
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
  ['http://nobody.invalid/a.jpg', false],
  ['ftp://93.184.216.34/a.jpg', false],
  ['nonsense', false],
])('the provider can fetch %s: %s', async (url, isPublic) => {
  expect(await isPublicUrl(url)).toBe(isPublic);
});
