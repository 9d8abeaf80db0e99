import { afterAll, beforeAll, expect, test } from 'vitest';

const tooLate = () => afterAll(() => {});

let inHook: unknown;
beforeAll(() => {
  try {
    tooLate();
  } catch (error) {
    inHook = error;
  }
});

test('a cleanup that a hook registers for the file is refused: Vitest would never call it', () => {
  expect(inHook).toMatchObject({ message: expect.stringMatching(/^afterAll was registered after/) });
});

test('so is one that a test registers', () => {
  expect(tooLate).toThrow(/^afterAll was registered after/);
});
