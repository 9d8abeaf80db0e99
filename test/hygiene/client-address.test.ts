import { expect, test } from 'vitest';
import { isTestFile, readTree } from './tree.ts';

/** Who reads addresses of sockets, or headers of proxies. */
const READERS = [
  // The address of a caller.
  'src/platform/lib/http/client-address.ts',
  // The address that an outgoing connection has reached.
  'src/platform/lib/guarded-fetch/connector.ts',
];

const READS = /\.remoteAddress\b|\brequest\.ips?\b|\btrustProxy\b|'x-forwarded-for'|'x-real-ip'/;

test('the address of a caller is read in one place', async () => {
  const sources = (await readTree()).filter(({ path }) => path.startsWith('src/') && !isTestFile(path));

  const found = sources.filter(({ text }) => READS.test(text));

  expect(found.map(({ path }) => path)).toEqual(READERS.sort());
});
