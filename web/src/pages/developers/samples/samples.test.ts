import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type SampleLanguage, sampleOf } from './samples.ts';

const CALL = {
  url: 'https://kurir.example.com/v1/messages',
  deviceUuid: '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d',
  to: '6281234567890',
  body: "Halo, Bu Ani's",
};

test.each<SampleLanguage>(['curl', 'node', 'php', 'python'])(
  'the %s sample names the device and no key',
  (language) => {
    const sample = sampleOf(language, CALL);

    expect(sample).toContain(CALL.deviceUuid);
    expect(sample).toContain('API_KEY');
    expect(sample).not.toContain('kurir_');
  },
);

test('the shell reads the body of the curl sample as it was meant', () => {
  const sample = sampleOf('curl', CALL).replace(/^curl/, 'printf "%s\\n"');

  const words = execFileSync('sh', ['-c', sample], { env: { API_KEY: 'k' }, encoding: 'utf8' });

  const json = words.slice(words.indexOf('{'));
  expect(JSON.parse(json)).toEqual({ device_uuid: CALL.deviceUuid, to: CALL.to, body: CALL.body });
});
