/** The name as people read it: `tanggal_lahir` is Tanggal lahir. */
export function fieldTitle(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name that texts use, from what people call the field. */
export const fieldNameOf = (title: string): string =>
  title
    .trim()
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '');
