/** Excel reads the marks of languages only behind this character. */
const BYTE_ORDER_MARK = '\ufeff';

/** Saves a CSV text as a file of the user. */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
