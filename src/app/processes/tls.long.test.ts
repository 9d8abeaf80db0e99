import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { Agent, fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { OTHER_CERTIFICATE, OTHER_KEY, TEST_CERTIFICATE, TEST_KEY } from '../../../test/harness/tls.ts';
import { until } from '../../../test/harness/until.ts';

/** The host name of the certificate that the server shows. */
function subjectAt(url: string): Promise<string> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('with a certificate the gateway speaks HTTPS, commands go on, and a new pair replaces it', async () => {
  const { start, run, folder } = await preparedInstallation();
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  await Promise.all([writeFile(certFile, TEST_CERTIFICATE), writeFile(keyFile, TEST_KEY)]);
  const trusting = new Agent({ connect: { ca: TEST_CERTIFICATE, servername: 'receiver.test' } });
  onTestFinished(() => trusting.destroy());

  const gateway = await start({ KURIR_TLS_CERT_FILE: certFile, KURIR_TLS_KEY_FILE: keyFile });
  const ready = await fetch(`${gateway.url}/readyz`, { dispatcher: trusting });
  const phones = await run('sandbox', 'messages', '6281234567890', '--json');
  await Promise.all([writeFile(certFile, OTHER_CERTIFICATE), writeFile(keyFile, OTHER_KEY)]);
  await until(async () => (await subjectAt(gateway.url)) === 'kurir.example.com');
  const later = await until(async () => {
    const result = await run('sandbox', 'messages', '6281234567890', '--json');
    return result.code === 0 && result;
  });

  expect(gateway.url).toMatch(/^https:/);
  expect(gateway.welcome).toContain(`in a browser: ${gateway.url}/`);
  expect([ready.status, phones.code, later.code]).toEqual([200, 0, 0]);
});

test('plain HTTP on an address of other machines is warned about, in the log and on screen', async () => {
  const { start } = await preparedInstallation();

  const gateway = await start({ KURIR_HOST: '0.0.0.0' });

  expect(gateway.welcome).toMatch(/^Warning: .*plain HTTP.*\n.*KURIR_TLS_CERT_FILE/m);
  expect(gateway.log()).toContain('http.plain_text');
});
