import { beforeAll, TestRunner } from 'vitest';

/**
 * Vitest takes hooks while it reads a file. One that is registered later, in a `beforeAll` or in a test, it never calls, and says nothing:
 * what the hook should have closed would stay open. Hence the refusal, from the first hook of every file.
 */
beforeAll(() => {
  const file = TestRunner.getCurrentSuite();
  const { on } = file;
  file.on = (hook, ..._late) => {
    throw new Error(
      `${hook} was registered after the file was read, so it would never be called. What serves a file is opened at its top: \`const ctx = await testContext({ cleanup: afterAll })\`.`,
    );
  };
  return () => {
    file.on = on;
  };
});
