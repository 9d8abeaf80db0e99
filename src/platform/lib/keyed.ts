import { z } from 'zod';

interface KeyedDef extends z.core.$ZodRecordDef {
  most: number;
  tooMany: string;
}

/** Checks nothing of an object that has too many keys. Zod would check them all. */
const Keyed = z.core.$constructor<z.ZodRecord, KeyedDef>('Keyed', (inst, def) => {
  z.ZodRecord.init(inst, def);
  const { parse } = inst._zod;
  inst._zod.parse = (payload, context) => {
    const { value: input } = payload;
    if (!z.core.util.isPlainObject(input) || Object.keys(input).length <= def.most)
      return parse(payload, context);
    payload.issues.push({ code: 'custom', message: def.tooMany, input, inst });
    return payload;
  };
});

/** An object of a request body whose keys the caller names. `things` is what it has at most `max` of. */
export function keyed<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  { max, things = 'items' }: { max: number; things?: string },
): z.ZodRecord<Key, Value> {
  const tooMany = `must have at most ${max} ${things}`;
  // The constructor does not know the types of its keys and values.
  return new Keyed({ type: 'record', keyType: key, valueType: value, most: max, tooMany }) as z.ZodRecord<
    Key,
    Value
  >;
}
