import { expect, test } from 'vitest';

interface Registry {
  watchRegistry(
    packages: { count(): number },
    options: {
      say(line: string): void;
      found(problem: string): void;
      ping(): Promise<string | null>;
      pause(ms: number): Promise<void>;
    },
  ): { stop(): void };
}

const { watchRegistry }: Registry = await import(new URL('../../bin/registry.js', import.meta.url).href);

const NO_NAME = 'npm error code ENOTFOUND\n';

/** Gives the answers in turn, the last one again and again, without the pauses. */
async function watch(answers: (string | null)[], arrived: (pings: number) => number = () => 0) {
  const seen: { pings: number; said: string[]; found: string[] } = { pings: 0, said: [], found: [] };
  let goOn = () => {};
  const ended = new Promise<void>((resolve) => (goOn = resolve));
  const packages = { count: () => arrived(seen.pings) };
  const { stop } = watchRegistry(packages, {
    say: (line) => seen.said.push(line),
    found: (problem) => seen.found.push(problem),
    ping: () => Promise.resolve(answers[seen.pings++] ?? answers.at(-1) ?? null),
    pause: () => (seen.pings < 5 ? Promise.resolve() : ended),
  });
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  stop();
  goOn();
  return seen;
}

test('three failures to connect are reported with the output of npm', async () => {
  expect(await watch([NO_NAME])).toEqual({ pings: 3, said: [], found: [NO_NAME] });
});

test.each([
  ['a registry that knows no ping', 'npm error code E404\nnpm error 404 Not Found\n'],
  ['a registry that wants a login', 'npm error code E401\n'],
  ['a registry that is slow', 'npm error code ERR_SOCKET_TIMEOUT\n'],
])('no false alarm: %s', async (_name, output) => {
  expect(await watch([output])).toEqual({ pings: 1, said: [], found: [] });
});

test('no false alarm: a name server that fails twice', async () => {
  expect(await watch([NO_NAME, NO_NAME, ''])).toEqual({ pings: 3, said: [], found: [] });
});

test('no false alarm: packages that arrive, perhaps from the cache of npm', async () => {
  expect(await watch([NO_NAME], () => 1)).toMatchObject({ pings: 0, found: [] });
  expect(await watch([NO_NAME], (pings) => pings)).toMatchObject({ pings: 1, found: [] });
});

test('a registry without an answer is named once, and npm goes on', async () => {
  expect(await watch([null])).toEqual({ pings: 1, said: [expect.stringMatching(/npm goes on/)], found: [] });
});
