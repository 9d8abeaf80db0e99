/** In bytes of JSON: of the parts of a page that callers or customers write. */
const MAX_BYTES = 2_500_000;

/** The first items that fit a page, at least one. `partsOf` has what can be long. */
export function withinPage<Item>(
  items: readonly Item[],
  partsOf: (item: Item) => readonly unknown[],
): readonly Item[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(partsOf(item)));
    return bytes > MAX_BYTES;
  });
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}
