import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OTHER_CERTIFICATE, OTHER_KEY, TEST_CERTIFICATE, TEST_KEY } from '../../../test/harness/tls.ts';
import { loadConfig } from '../../config.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { openCertificate } from './certificate.ts';

async function files(cert: string, key: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const write = async (texts: { cert?: string; key?: string }) => {
    if (texts.cert !== undefined) await writeFile(certFile, texts.cert);
    if (texts.key !== undefined) await writeFile(keyFile, texts.key);
  };
  await write({ cert, key });
  const config = loadConfig({ KURIR_TLS_CERT_FILE: certFile, KURIR_TLS_KEY_FILE: keyFile });
  return { certFile, keyFile, write, open: () => openCertificate(config, silentLog) };
}

test('without the settings there is no certificate', async () => {
  expect(await openCertificate(loadConfig({}), silentLog)).toBeNull();
});

test.each([
  [
    'a certificate of another form',
    'nonsense',
    TEST_KEY,
    /^KURIR_TLS_CERT_FILE: .*cert\.pem contains no certificate/,
  ],
  [
    'a key of another form',
    TEST_CERTIFICATE,
    'nonsense',
    /^KURIR_TLS_KEY_FILE: .*key\.pem contains no private key/,
  ],
  [
    'a key of another certificate',
    TEST_CERTIFICATE,
    OTHER_KEY,
    /^KURIR_TLS_KEY_FILE: .* does not belong to .*cert\.pem$/,
  ],
])('%s stops the start with one line', async (_, cert, key, problem) => {
  const { open } = await files(cert, key);

  await expect(open()).rejects.toThrow(problem);
});

test('a missing file stops the start with its name', async () => {
  const { open, certFile } = await files(TEST_CERTIFICATE, TEST_KEY);
  await rm(certFile);

  await expect(open()).rejects.toThrow(`KURIR_TLS_CERT_FILE: cannot read ${certFile} (ENOENT)`);
});

test.each([
  [{ KURIR_TLS_CERT_FILE: 'cert.pem' }, 'KURIR_TLS_KEY_FILE: needed with KURIR_TLS_CERT_FILE'],
  [{ KURIR_TLS_KEY_FILE: 'key.pem' }, 'KURIR_TLS_CERT_FILE: needed with KURIR_TLS_KEY_FILE'],
])('%j alone is refused', (env, problem) => {
  expect(() => loadConfig(env)).toThrow(problem);
});

test('a changed pair is taken, and an unchanged one is not', async () => {
  const { open, write } = await files(TEST_CERTIFICATE, TEST_KEY);
  const certificate = await open();
  const before = certificate?.fingerprint();

  const unchanged = await certificate?.renew();
  await write({ cert: OTHER_CERTIFICATE, key: OTHER_KEY });
  const renewed = await certificate?.renew();

  expect([unchanged, renewed]).toEqual([null, { cert: OTHER_CERTIFICATE, key: OTHER_KEY }]);
  expect(certificate?.fingerprint()).not.toBe(before);
});

test('an unusable new pair keeps the old one, until the pair is complete', async () => {
  const { open, write } = await files(TEST_CERTIFICATE, TEST_KEY);
  const certificate = await open();

  await write({ cert: OTHER_CERTIFICATE });
  const half = await certificate?.renew();
  const kept = certificate?.pair;
  await write({ key: OTHER_KEY });
  const whole = await certificate?.renew();

  expect([half, kept?.cert]).toEqual([null, TEST_CERTIFICATE]);
  expect(whole).toEqual({ cert: OTHER_CERTIFICATE, key: OTHER_KEY });
});
