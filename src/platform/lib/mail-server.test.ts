import { expect, test } from 'vitest';
import { readMailServer } from './mail-server.ts';

test.each([
  ['smtps://a%40b.c:p%3Aw@mail.example.com', { port: 465, isImplicit: true, user: 'a@b.c', password: 'p:w' }],
  ['smtp://mail.example.com:25/', { host: 'mail.example.com', port: 25, isImplicit: false, user: '' }],
  ['smtp://[::1]', { host: '::1', port: 587 }],
])('%s is a mail server', (text, server) => {
  expect(readMailServer(text)).toMatchObject(server);
});

test.each([
  ['another scheme', 'https://mail.example.com'],
  ['no server', 'smtp:mail.example.com'],
  ['a path, as of a password with a slash', 'smtps://ani:pass/word@mail.example.com'],
  ['a question', 'smtps://mail.example.com?x=1'],
  ['a percent sign alone', 'smtps://ani:100%@mail.example.com'],
  ['half a letter', 'smtps://ani:%C3@mail.example.com'],
  ['an end of a line', 'smtps://ani%0d%0aRCPT:x@mail.example.com'],
  ['a password without a user', 'smtps://:secret@mail.example.com'],
])('a URL with %s is refused', (_, text) => {
  expect(readMailServer(text)).toBeNull();
});
