/** Values with their texts, in order. Those of one group stand together. */
export type Options<Value> = readonly (readonly [value: Value, text: string, group?: string])[];
