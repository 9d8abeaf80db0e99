import { expect, test } from 'vitest';
import { FIRST, slowestFirst } from './slowest-first.ts';

test('slow files begin, the others keep their order', () => {
  const files = ['src/b.test.ts', 'src/slow.test.ts', 'src/a.test.ts', 'src/slower.test.ts', FIRST].map(
    (file) => ({ moduleId: `/clone/${file}` }),
  );

  const order = slowestFirst(files, {
    'src/slower.test.ts': 9,
    'src/slow.test.ts': 2,
    'src/gone.test.ts': 5,
  });

  const names = order.map(({ moduleId }) => moduleId.slice('/clone/'.length));
  expect(names).toEqual([FIRST, 'src/slower.test.ts', 'src/slow.test.ts', 'src/b.test.ts', 'src/a.test.ts']);
});
