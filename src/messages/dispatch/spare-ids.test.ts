import { expect, test } from 'vitest';
import { createSpareIds } from './spare-ids.ts';

function counted() {
  let made = 0;
  return createSpareIds(() => {
    made += 1;
    return `id-${made}`;
  });
}

test('ids that no message carries serve the next time', () => {
  const spare = counted();
  const offered = spare.take(4);

  spare.giveBack(offered, [{ reserved_wa_id: 'id-2' }, { reserved_wa_id: 'chosen-earlier' }]);
  const next = spare.take(4);

  expect(next).toEqual(['id-1', 'id-3', 'id-4', 'id-5']);
});

test('ids that were not given back are never offered again', () => {
  const spare = counted();
  const lost = spare.take(3);

  const next = spare.take(3);

  expect(lost.filter((id) => next.includes(id))).toEqual([]);
});

test('a smaller need leaves the others for later', () => {
  const spare = counted();
  spare.giveBack(spare.take(3), []);

  const taken = [spare.take(1), spare.take(3)];

  expect(taken).toEqual([['id-1'], ['id-2', 'id-3', 'id-4']]);
});
