/** One condition on an own field, such as `poin>=100`. */
export interface Condition {
  name: string;
  comparison: '=' | '>=' | '<=';
  value: string;
}

const CONDITION = /^\s*([a-z][a-z0-9_]*)\s*(=|>=|<=)\s*([\s\S]+?)\s*$/;

/** Reads the conditions of a filter as the gateway does. What it would refuse is left out. */
export function conditionsIn(text: string): Condition[] {
  const parts = text.replaceAll(';;', '\0').split(';');
  return parts.flatMap((part) => {
    const [, name, comparison, value] = CONDITION.exec(part.replaceAll('\0', ';')) ?? [];
    return name === undefined || value === undefined
      ? []
      : [{ name, comparison: comparison as Condition['comparison'], value }]; // one of the three, by the pattern
  });
}

export const textOf = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ name, comparison, value }) => `${name}${comparison}${value.replaceAll(';', ';;')}`)
    .join('; ');
