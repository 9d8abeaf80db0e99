import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SLOW_FILES, slowestFirst } from './slowest-first.ts';

test('every file on the list is there', () => {
  const root = new URL('../../', import.meta.url);

  expect(SLOW_FILES.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

test('slow files begin, the others keep their order', () => {
  const [slow = '', slower = ''] = [SLOW_FILES[1], SLOW_FILES[0]];
  const files = ['src/b.test.ts', slow, 'src/a.test.ts', slower].map((file) => ({
    moduleId: `/clone/${file}`,
  }));

  const order = slowestFirst(files).map(({ moduleId }) => moduleId.slice('/clone/'.length));

  expect(order).toEqual([slower, slow, 'src/b.test.ts', 'src/a.test.ts']);
});
