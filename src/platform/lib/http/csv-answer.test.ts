import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { sendCsv } from './csv-answer.ts';
import { createHttp } from './http.ts';

async function* rows() {
  yield [['phone', 'name', 'code']];
  yield [['6281234567890', 'José', '8991234567890']];
}

test.each([
  ['a program', false, 'id', 'phone,name,code\r\n6281234567890,José,8991234567890\r\n'],
  [
    'a person, with the mark by which Excel knows UTF-8',
    true,
    'en-GB,id;q=0.5',
    '\ufeffphone,name,code\r\n62812-3456-7890,José,8991234567890\r\n',
  ],
  [
    'a person whose Excel separates by semicolons',
    true,
    'id-ID,id;q=0.9',
    '\ufeffphone;name;code\r\n62812-3456-7890;José;8991234567890\r\n',
  ],
  [
    'a person with a language that is none',
    true,
    '*;q=1',
    '\ufeffphone,name,code\r\n62812-3456-7890,José,8991234567890\r\n',
  ],
])('a file is for %s', async (_, isUser, language, file) => {
  const http = createHttp({ log: silentLog, bodyLimit: 1024 });
  onTestFinished(() => http.close());
  http.addHook('onRequest', async (request) => {
    // The file depends on this field alone.
    request.caller = { id: 'u', isUser } as unknown as typeof request.caller;
  });
  http.get('/export', (_request, reply) => sendCsv(reply, 'contacts.csv', rows()));

  const { body, headers } = await http.inject({ url: '/export', headers: { 'accept-language': language } });

  expect(body).toBe(file);
  expect(headers['content-disposition']).toBe('attachment; filename="contacts.csv"');
});
