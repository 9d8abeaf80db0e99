import { z } from 'zod';
import type { Move } from '../../callbacks.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { addressOf, isCustomer } from './author.ts';

const id = lenient(z.string().max(200));
const number = lenient(textOrNumber(64));

const SystemMessage = z.object({
  type: z.literal('system'),
  from: number,
  from_user_id: id,
  system: z.object({
    type: z.string(),
    wa_id: number,
    new_wa_id: number,
    user_id: id,
    new_user_id: id,
  }),
});

/** Null: another message. The new value's name differs between versions. */
export function moveOf(item: unknown): Move | null {
  const { from, from_user_id, system } = SystemMessage.safeParse(item).data ?? {};
  if (!system?.type.startsWith('user_changed_')) return null;
  const before = [addressOf(from), from_user_id].filter(isCustomer);
  const after = [addressOf(system.new_wa_id ?? system.wa_id), system.new_user_id ?? system.user_id].filter(
    isCustomer,
  );
  const added = after.filter((each) => !before.includes(each));
  return before.length > 0 && added.length > 0 ? { from: before, to: added } : null;
}
