import { z } from 'zod';

interface ListDef extends z.core.$ZodArrayDef {
  longest: number;
}

/** Checks no more items than the list may have, and one. Zod's own limit would leave out the errors of all items. */
const List = z.core.$constructor<z.ZodArray, ListDef>('List', (inst, def) => {
  z.ZodArray.init(inst, def);
  // For the reference.
  inst._zod.bag.maximum = def.longest;
  const { parse } = inst._zod;
  inst._zod.parse = (payload, context) => {
    const { value } = payload;
    if (Array.isArray(value) && value.length > def.longest) payload.value = value.slice(0, def.longest + 1);
    return parse(payload, context);
  };
});

/**
 * Every list of a request body. An answer has the errors of the first items and of the length. `empty` is the error
 * of an empty list; without it, a list may be empty.
 */
export function list<Item extends z.ZodType>(
  item: Item,
  { max, empty }: { max: number; empty?: string },
): z.ZodArray<Item> {
  // The constructor does not know the type of its items.
  const items = new List({ type: 'array', element: item, longest: max }) as z.ZodArray<Item>;
  const bounded = items.refine(isAtMost(max), { error: `must have at most ${max} items`, when: () => true });
  return empty === undefined ? bounded : bounded.min(1, empty);
}

/** Runs after an error inside too, so the value may be anything. */
const isAtMost = (max: number) => (items: unknown) => !Array.isArray(items) || items.length <= max;
