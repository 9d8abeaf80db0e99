import { z } from 'zod';

/** Fields are optional, but not all. `field` gets the error. */
export function changeOf<Fields extends z.ZodRawShape>(fields: Fields, field: keyof Fields & string) {
  const names = Object.keys(fields);
  return z
    .object(fields)
    .partial()
    .refine((given: Record<string, unknown>) => names.some((name) => given[name] !== undefined), {
      path: [field],
      error: 'is required, unless another field is given',
    })
    .meta({ minProperties: 1 });
}

/** Without the missing ones: null is a value. */
export const givenFields = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
