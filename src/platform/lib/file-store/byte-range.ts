import type { ByteRange } from './file-store.ts';

/** `whole`: no range, or an ignored one, such as several parts. Null: the file ends before it. */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'whole' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? null : { start, end };
}
