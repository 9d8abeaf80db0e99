import { z } from 'zod';
import { MAX_FIELDS } from './check-fields.ts';

interface ListDef extends z.core.$ZodArrayDef {
  longest: number;
}

/** Zod's limit would hide the errors of items. Stops at the limit of errors, because each costs microseconds. */
const List = z.core.$constructor<z.ZodArray, ListDef>('List', (inst, def) => {
  z.ZodArray.init(inst, def);
  // For the reference.
  inst._zod.bag.maximum = def.longest;
  const { parse } = inst._zod;
  inst._zod.parse = (payload, context) => {
    if (!Array.isArray(payload.value)) return parse(payload, context);
    const given = payload.value.slice(0, def.longest + 1);
    const checked: unknown[] = [];
    let invalid = 0;
    for (const [place, item] of given.entries()) {
      const { issues, value } = checkItem(def.element, item, context);
      checked.push(value);
      if (issues.length > 0) invalid += 1;
      payload.issues.push(...z.core.util.prefixIssues(place, issues));
      if (invalid === MAX_FIELDS) break;
    }
    // The length of an unfinished list is still an error.
    payload.value = invalid === MAX_FIELDS ? given : checked;
    return payload;
  };
});

function checkItem(schema: z.core.$ZodType, value: unknown, context: z.core.ParseContextInternal) {
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  return result;
}

/** Every list of a request body. `empty`: error of an empty list; default: allowed. */
export function list<Item extends z.ZodType>(
  item: Item,
  { max, empty }: { max: number; empty?: string },
): z.ZodArray<Item> {
  const items = new List({ type: 'array', element: item, longest: max }) as z.ZodArray<Item>;
  const bounded = items.refine(isAtMost(max), { error: `must have at most ${max} items`, when: () => true });
  return empty === undefined ? bounded : bounded.min(1, empty);
}

/** Runs after inner errors too. */
const isAtMost = (max: number) => (items: unknown) => !Array.isArray(items) || items.length <= max;
