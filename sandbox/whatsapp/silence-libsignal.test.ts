import { expect, test } from 'vitest';
import { silenceLibsignal } from './silence-libsignal.ts';

test('a silenced console prints nothing', () => {
  const printed: unknown[] = [];
  const print = (...values: unknown[]) => printed.push(values);
  const target = { log: print, info: print, warn: print, error: print, debug: print };

  silenceLibsignal(target);
  for (const method of Object.values(target)) method('Closing session:', { privKey: 'x' });

  expect(printed).toEqual([]);
});
