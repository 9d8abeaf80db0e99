import { expect, test, vi } from 'vitest';
import { InvalidConfig } from '../../config.ts';
import { CommandError, EXIT_CODES, type FailureKind } from '../../platform/lib/command.ts';
import { SchemaMismatch } from '../../platform/lib/db/migrate.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { FolderInUse } from '../../platform/lib/postgres/folder-lock.ts';
import { PostgresProblem } from '../../platform/lib/postgres/problem.ts';
import { describeFailure, explainFullDisk, reportFailure } from './failure.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

test.each<[string, unknown, FailureKind, string?]>([
  ['an unexpected error', new TypeError('x is not a function\n    at y'), 'failed'],
  ['a wrong setting', new InvalidConfig('KURIR_PORT: bad'), 'failed', 'invalid_settings'],
  ['a failed action', new CommandError('It failed.'), 'failed'],
  ['a field error of the API', new FieldErrors({ name: ['is required'] }), 'invalid_usage'],
  ['a 422 of the API', new ApiError('invalid_phone'), 'invalid_usage', 'invalid_phone'],
  ['an unknown account', new CommandError('No account 9.', 'not_found'), 'not_found'],
  ['a 404 of the API', new ApiError('webhook_not_found'), 'not_found', 'webhook_not_found'],
  ['a 409 of the API', new ApiError('webhook_disabled'), 'refused', 'webhook_disabled'],
  ['a data folder in use', new FolderInUse('/data', null), 'refused'],
  ['a server that does not fit', new PostgresProblem('too old'), 'database_unavailable'],
  ['a schema of another version', new SchemaMismatch('newer'), 'database_unavailable'],
  ['a lost connection', new AggregateError([refused]), 'database_unavailable'],
  ['no gateway', new CommandError('No gateway.', 'gateway_not_running'), 'gateway_not_running'],
])('%s has its exit code', (_name, error, kind, code = kind) => {
  expect(describeFailure(error)).toMatchObject({ kind, code, message: expect.stringMatching(/^[^\n]+$/) });
});

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

test.each([
  [
    'a write without its file',
    full,
    /^\/srv\/kurir: the disk is full \(ENOSPC: .*\)\. Free space \(df -h\) or inodes/,
  ],
  [
    'a file',
    Object.assign(new Error('open'), { code: 'ENOSPC', path: '/srv/kurir/x' }),
    /^\/srv\/kurir\/x: the disk is full/,
  ],
  [
    'a cluster that is not made',
    new PostgresProblem('initdb failed: "pg_wal/x": No space left on device'),
    /^\/srv\/kurir: the disk is full \(initdb failed: .*\)\. Free space/,
  ],
  ['another error', new Error('refused'), /^refused$/],
  [
    'a server that says more',
    Object.assign(new PostgresProblem('the disk of x'), { code: '53100' }),
    /^the disk of x$/,
  ],
])('a start on a full disk names the file or the folder, and what to do: %s', (_name, error, message) => {
  const { message: said } = describeFailure(explainFullDisk(error, '/srv/kurir'));

  expect(said).toMatch(message);
});

test('each kind of failure has its own exit code', () => {
  const codes = Object.values(EXIT_CODES);

  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).not.toContain(0);
});

test('a failure shows control characters of a name, and keeps the lines of wrong settings', () => {
  const written: unknown[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(text) > 0);
  const { exitCode } = process;
  try {
    reportFailure(new CommandError('Which device? (Toko \u001b[2J\u202e)'));
    reportFailure(new InvalidConfig('KURIR_PORT: bad\nKURIR_HOST: bad'));
  } finally {
    write.mockRestore();
    process.exitCode = exitCode;
  }

  expect(written).toEqual(['Which device? (Toko \\u001b[2J\\u202e)\n', 'KURIR_PORT: bad\nKURIR_HOST: bad\n']);
});
