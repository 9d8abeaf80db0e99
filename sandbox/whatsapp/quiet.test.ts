import { expect, test } from 'vitest';
import { silenceConsole } from './quiet.ts';

test('a silenced console says nothing, whatever a library calls', () => {
  const said: unknown[] = [];
  const say = (...words: unknown[]) => said.push(words);
  const loud = { log: say, info: say, warn: say, error: say, debug: say };

  silenceConsole(loud);
  for (const method of Object.values(loud)) method('Closing session:', { privKey: 'x' });

  expect(said).toEqual([]);
});
