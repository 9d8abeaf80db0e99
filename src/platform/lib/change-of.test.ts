import { expect, test } from 'vitest';
import { z } from 'zod';
import { changeOf } from './change-of.ts';

const Change = changeOf({ name: z.string(), note: z.string().nullable() }, 'name').meta({
  id: 'ChangeOfTest',
});

test.each([
  ['nothing', {}, false],
  ['unknown fields alone', { nmae: 'a' }, false],
  ['one field', { note: 'a' }, true],
  ['a field without a value', { note: null }, true],
])('a change of %s', (_name, body, isChange) => {
  const { success, error } = Change.safeParse(body);

  expect(success).toBe(isChange);
  expect(error?.issues.map(({ path, message }) => [path, message]) ?? []).toEqual(
    isChange ? [] : [[['name'], 'is required, unless another field is given']],
  );
});
