import { expect, test } from 'vitest';
import { readReturnPath } from './return-to.ts';

test.each([
  ['/app', '/app'],
  ['/app/', '/app/'],
  ['/app/conversations/7?tab=notes#end', '/app/conversations/7?tab=notes#end'],
  ['/app/a/../b', '/app/b'],
])('the browser may go to %j', (text, path) => {
  expect(readReturnPath(text)).toBe(path);
});

test.each([
  'https://evil.example/app',
  '//evil.example/app',
  '/\\evil.example/app',
  '/app\\..\\..\\evil.example',
  '/application',
  '/app.evil.example',
  '/app@evil.example',
  '/app/../v1/messages',
  '/app/%2e%2e/v1/messages',
  '/app/%2e%2e//evil.example',
  '/app/\t/evil.example',
  '/app/\r\nset-cookie: a=b',
  'javascript:alert(1)',
  '',
  '/',
  'app',
  '/app/api/session',
  '/app//api/oidc/start',
  '/app/%61pi/oidc/start',
  '/app/x/../api/oidc/start',
  `/app/${'x'.repeat(1_000)}`,
  `/app/${'é'.repeat(300)}`,
])('the browser never goes to %j', (text) => {
  expect(readReturnPath(text)).toBeNull();
});
