import { z } from 'zod';

interface KeyedDef extends z.core.$ZodRecordDef {
  most: number;
  tooMany: string;
}

/** Zod would check all keys. */
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

/** The caller names the keys, at most `max` `things`. */
export function keyed<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  { max, things = 'items' }: { max: number; things?: string },
): z.ZodRecord<Key, Value> {
  const tooMany = `must have at most ${max} ${things}`;
  return new Keyed({ type: 'record', keyType: key, valueType: value, most: max, tooMany }) as z.ZodRecord<
    Key,
    Value
  >;
}
