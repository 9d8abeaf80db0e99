import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { cloneIn, installation } from '../../../test/harness/gateway.ts';

const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');

// A terminal needs `script` of util-linux.
test.skipIf(!hasTerminal)(
  'on a terminal a start shows readable lines, and then the welcome in a frame',
  async () => {
    const { env, pids, folder } = await installation({ LOG_LEVEL: 'info', TERM: 'xterm' });
    const command = `stty cols 60; exec ${await cloneIn(folder)}/kurir start --sandbox`;
    const terminal = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { env });
    let screen = '';
    terminal.stdout.on('data', (text) => {
      screen += text;
    });

    await expect.poll(() => screen, { timeout: 50_000 }).toContain('Ctrl-C stops Kurir.');
    terminal.stdin.write('\u0003');
    const [code] = await once(terminal, 'exit');

    const text = stripVTControlCharacters(screen).replaceAll('\r', '');
    const [log = '', rest = ''] = text.split(`\n${'─'.repeat(60)}\nKurir is ready: `);
    expect(screen).toContain('\u001b[');
    expect(log.trimEnd().split('\n').at(-1)).toMatch(
      /^\d\d:\d\d:\d\d info {2}http listening host=127\.0\.0\.1 /,
    );
    expect(log.split('\n').length).toBeLessThan(12);
    expect(text).not.toContain('{"level"');
    expect(rest).toMatch(/shown only now:\n\nkurir_\w+\n/);
    expect(text.match(/kurir_\w+/g)).toHaveLength(1);
    expect(rest).toContain('Kurir stops. Press Ctrl-C again to end it at once.\n');
    expect(code).toBe(0);
    expect((await pids()).ours).toEqual([]);
  },
);
