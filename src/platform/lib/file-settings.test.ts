import { expect, test } from 'vitest';
import { FileSettings } from './file-settings.ts';

const setting = (name: string, value: string, line: number) => ({ name, value, place: `.env:${line}` });

test('settings of the file join the environment, with the place of the last line', () => {
  const env: Record<string, string | undefined> = {};
  const settings = new FileSettings(env);

  settings.adopt([setting('KURIR_PORT', '1', 1), setting('KURIR_PORT', '2', 2)]);

  expect(env).toEqual({ KURIR_PORT: '2' });
  expect([settings.has('KURIR_PORT'), settings.placeOf('KURIR_PORT')]).toEqual([true, '.env:2']);
});

test('the environment wins, also with an empty value', () => {
  const env: Record<string, string | undefined> = { KURIR_PORT: '3', LOG_LEVEL: '' };
  const settings = new FileSettings(env);

  settings.adopt([setting('KURIR_PORT', '1', 1), setting('LOG_LEVEL', 'warn', 2)]);

  expect(env).toEqual({ KURIR_PORT: '3', LOG_LEVEL: '' });
  expect([settings.has('KURIR_PORT'), settings.placeOf('LOG_LEVEL')]).toEqual([false, undefined]);
});

test('the name of the file is taken once', () => {
  const env: Record<string, string | undefined> = { KURIR_ENV_FILE: '/srv/.env' };
  const settings = new FileSettings(env);

  expect([settings.takeFile(), settings.takeFile()]).toEqual(['/srv/.env', null]);
  expect(env).toEqual({});
});
