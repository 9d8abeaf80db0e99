import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { sendCsv } from './csv-answer.ts';
import { createHttp } from './http.ts';

async function* lines() {
  yield 'phone,name\r\n';
  yield '6281234567890,José\r\n';
}

test.each([
  ['a person', true, '\ufeffphone,name\r\n6281234567890,José\r\n'],
  ['a program', false, 'phone,name\r\n6281234567890,José\r\n'],
])('a file for %s has the mark by which Excel knows UTF-8: %s', async (_, isUser, file) => {
  const http = createHttp({ log: silentLog, bodyLimit: 1024 });
  onTestFinished(() => http.close());
  http.addHook('onRequest', async (request) => {
    // The file depends on this field alone.
    request.caller = { id: 'u', isUser } as unknown as typeof request.caller;
  });
  http.get('/export', (_request, reply) => sendCsv(reply, 'contacts.csv', lines()));

  const { body, headers } = await http.inject('/export');

  expect(body).toBe(file);
  expect(headers['content-disposition']).toBe('attachment; filename="contacts.csv"');
});
