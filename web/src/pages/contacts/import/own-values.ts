import type { Schema } from '../../../api/schemas.ts';

type OwnField = Schema<'ContactField'>;

const MAX_TEXT = 500;
const YES = /^(?:ya|y|yes|true|1|x|benar|sim|s[ií])$/i;
const NO = /^(?:tidak|t|tdk|no|n|false|0|n[aã]o)$/i;

type Value = string | number | boolean;

/** The value that a cell of a spreadsheet means for the field. Null: none that is sure. */
export function ownValueOf(
  { type, choices }: Pick<OwnField, 'type' | 'choices'>,
  cell: string,
): Value | null {
  const text = cell.trim();
  switch (type) {
    case 'text':
      return [...text].length <= MAX_TEXT ? text : null;
    case 'number':
      return numberIn(text);
    case 'date':
      return dateIn(text);
    case 'yes_no':
      return YES.test(text) ? true : NO.test(text) ? false : null;
    case 'choice':
      return choices.find((each) => each.toLowerCase() === text.toLowerCase()) ?? null;
    default:
      return type satisfies never;
  }
}

/** `12.500` is null: in one country it is twelve thousand, in another one twelve. */
function numberIn(text: string): number | null {
  const plain = text.replace(/^(?:Rp|IDR|USD|\$)\.?\s*/i, '').replace(/\s/g, '');
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return null;
  const [, whole = '', decimals = ''] =
    /^(-?(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+))(?:[.,](\d+))?$/.exec(plain) ?? [];
  return whole === '' ? null : Number(`${whole.replace(/[.,]/g, '')}.${decimals || '0'}`);
}

/** A year first, or a day first. */
function dateIn(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  const [, dayFirst, monthSecond, yearLast] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  const parts = year ? [year, month, day] : [yearLast, monthSecond, dayFirst];
  const date = parts.map((part, n) => (part ?? '').padStart(n === 0 ? 4 : 2, '0')).join('-');
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : null;
}
