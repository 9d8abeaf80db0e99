import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { findOrCreateUser, type UserTools } from './system-user.ts';

const LINE = 'kurir-postgres:x:990:991:Embedded PostgreSQL of Kurir:/nonexistent:/usr/sbin/nologin';
const FULL_MAP = '         0          0 4294967295\n';

/** The files of a machine, and a useradd that can do what it says. */
function machine(files: Record<string, string>, useradd: (args: string[]) => string) {
  const calls: string[][] = [];
  const content: Record<string, string> = { '/proc/self/uid_map': FULL_MAP, ...files };
  const tools: UserTools = {
    read: async (file) => content[file] ?? '',
    async useradd(args) {
      calls.push(args);
      content['/etc/passwd'] += useradd(args);
    },
  };
  return { calls, find: () => findOrCreateUser(tools, silentLog) };
}

const adds = () => `${LINE}\n`;
const fails = (stderr: string) => () => {
  throw Object.assign(new Error('Command failed'), { stderr });
};

test('a user that exists is used, and none is created', async () => {
  const { calls, find } = machine({ '/etc/passwd': `root:x:0:0::/root:/bin/sh\n${LINE}\n` }, adds);

  expect(await find()).toEqual({ user: { uid: 990, gid: 991 } });
  expect(calls).toEqual([]);
});

test.each([
  ['a group of its own', '', '--user-group'],
  ['the group that a removed user has left', 'kurir-postgres:x:991:\n', '--gid'],
])('a missing user is created as a system user without a home, with %s', async (_what, group, option) => {
  const { calls, find } = machine({ '/etc/passwd': '', '/etc/group': group }, adds);

  expect(await find()).toEqual({ user: { uid: 990, gid: 991 } });
  expect(calls).toHaveLength(1);
  expect(calls[0]).toEqual(expect.arrayContaining(['--system', '--no-create-home', option]));
  expect(calls[0]?.at(-1)).toBe('kurir-postgres');
});

test('of two processes that create the user together, both use it', async () => {
  const files = { '/etc/passwd': '' };
  const tools: UserTools = {
    read: async (file) => (file === '/etc/passwd' ? files[file] : ''),
    async useradd() {
      files['/etc/passwd'] = LINE;
      throw Object.assign(new Error('x'), { stderr: "useradd: user 'kurir-postgres' already exists\n" });
    },
  };

  const found = await findOrCreateUser(tools, silentLog);

  expect(found).toEqual({ user: { uid: 990, gid: 991 } });
});

test.each([
  [
    '/etc cannot be written',
    {},
    fails('useradd: cannot open /etc/passwd\n'),
    'useradd: cannot open /etc/passwd',
  ],
  ['useradd adds no line', {}, () => '', 'useradd has added no line to /etc/passwd'],
  [
    'the namespace has one user',
    { '/proc/self/uid_map': '0 1000 1\n' },
    adds,
    'this user namespace has no user id 999',
  ],
  [
    'the namespace lacks the id of the user',
    { '/etc/passwd': LINE, '/proc/self/uid_map': '0 100000 900\n' },
    adds,
    'this user namespace has no user id 990',
  ],
  [
    'the name belongs to root',
    { '/etc/passwd': 'kurir-postgres:x:0:0::/:/bin/sh\n' },
    adds,
    'the user "kurir-postgres" is root',
  ],
])('there is no user where %s, and the reason is reported', async (_where, files, useradd, reason) => {
  const { find } = machine({ '/etc/passwd': '', ...files }, useradd);

  expect(await find()).toEqual({ reason });
});
