import { beforeAll, TestRunner } from 'vitest';

/**
 * Vitest collects hooks while it reads a file. It silently ignores a hook that is registered later, in a
 * `beforeAll` or in a test, and its resources stay open. So this hook, the first of every file, refuses them.
 */
beforeAll(() => {
  const file = TestRunner.getCurrentSuite();
  const { on } = file;
  file.on = (hook, ..._late) => {
    throw new Error(
      `${hook} was registered after the file was read, so it would never be called. ` +
        'What serves a file is opened at its top: `const ctx = await testContext({ cleanup: afterAll })`.',
    );
  };
  return () => {
    file.on = on;
  };
});
