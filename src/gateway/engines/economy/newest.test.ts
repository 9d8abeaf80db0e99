import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { isNewer, newestLine, ownLine } from './newest.ts';

/** As WhatsApp Web answers. */
async function standIn(worker: string) {
  const server = createServer((request, response) => response.end(request.url === '/sw.js' ? worker : ''));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const whatsapp = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { whatsapp, ofPackage: async (name: string) => (name === 'baileys' ? '7.1.0' : '') };
}

test('the newest client and library are read, and another answer is an error', async () => {
  const [known, other] = [
    await standIn('self.x={\\"client_revision\\":1040000001}'),
    await standIn('<html>'),
  ];
  const signal = AbortSignal.timeout(5_000);

  const newest = await newestLine(known, signal);

  expect(newest).toEqual({ client: '2.3000.1040000001', library: '7.1.0' });
  await expect(newestLine(other, signal)).rejects.toThrow('no client_revision');
  expect(ownLine()).toEqual({ client: expect.stringMatching(/^2\.3000\.\d+$/), library: expect.any(String) });
});

test.each([
  ['7.0.0', '7.0.0-rc14', true],
  ['7.0.0-rc15', '7.0.0-rc14', true],
  ['7.0.0-rc14', '7.0.0-rc14', false],
  ['6.17.16', '7.0.0-rc14', false],
  ['7.0.0-rc14', '7.0.0', false],
  ['7.0.10', '7.0.9', true],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
