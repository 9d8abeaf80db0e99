import { decimal } from './decimal.ts';

/** Of traders, and parts of a whole. */
const SLANG: Readonly<Record<string, number>> = {
  ...{ jigo: 25, gocap: 50, cepek: 100, cepe: 100, pekgo: 150, gopek: 500, gope: 500 },
  ...{
    seceng: 1e3,
    saceng: 1e3,
    ceceng: 1e3,
    noceng: 2e3,
    samceng: 3e3,
    siceng: 4e3,
    goceng: 5e3,
    sewu: 1e3,
  },
  ...{ ceban: 1e4, noban: 2e4, samban: 3e4, siban: 4e4, goban: 5e4, cetiau: 1e6, gotiau: 5e6, sejeti: 1e6 },
  ...{ lusin: 12, selusin: 12, dozen: 12, kodi: 20, sekodi: 20, setengah: 0.5, half: 0.5, quarter: 0.25 },
};
const SMALL = new Map<string, number>([
  ...Object.entries(SLANG),
  ['nol', 0],
  ['zero', 0],
  ['satu', 1],
  ['one', 1],
  ['dua', 2],
  ['two', 2],
  ['tiga', 3],
  ['three', 3],
  ['empat', 4],
  ['four', 4],
  ['lima', 5],
  ['five', 5],
  ['enam', 6],
  ['six', 6],
  ['tujuh', 7],
  ['seven', 7],
  ['delapan', 8],
  ['eight', 8],
  ['sembilan', 9],
  ['nine', 9],
  ['sepuluh', 10],
  ['ten', 10],
  ['sebelas', 11],
  ['eleven', 11],
  ['twelve', 12],
  ['thirteen', 13],
  ['fourteen', 14],
  ['fifteen', 15],
  ['sixteen', 16],
  ['seventeen', 17],
  ['eighteen', 18],
  ['nineteen', 19],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
]);
/** They count what stands before them, up to the last larger word. */
const TIMES = new Map<string, number>([
  ['puluh', 10],
  ['ratus', 100],
  ['seratus', 100],
  ['hundred', 100],
]);
const GROUPS = new Map<string, number>([
  ['ribu', 1e3],
  ['seribu', 1e3],
  ['ceng', 1e3],
  ['ewu', 1e3],
  ['thousand', 1e3],
  ['grand', 1e3],
  ['juta', 1e6],
  ['sejuta', 1e6],
  ['jeti', 1e6],
  ['million', 1e6],
  ['miliar', 1e9],
  ['milyar', 1e9],
  ['semiliar', 1e9],
  ['billion', 1e9],
  ['triliun', 1e12],
  ['trillion', 1e12],
]);

/** For a pattern: longer words first, because a pattern takes the first that fits. */
export const WORDS = [...SMALL.keys(), ...TIMES.keys(), ...GROUPS.keys(), 'belas']
  .sort((a, b) => b.length - a.length)
  .join('|');

/** `dua puluh lima ribu` is 25000; `dua tiga` is two numbers. */
export function readNumberWords(text: string): string[] {
  const numbers: number[] = [];
  let open: Open | null = null;
  for (const word of text.split(/[ -]+/)) {
    if (word === 'and' || word === 'a') continue;
    const small = SMALL.get(word);
    if (open !== null && small !== undefined && !joins(open.last, small)) {
      numbers.push(sumOf(open));
      open = null;
    }
    open = add(open ?? { total: 0, group: 0, last: 0 }, word, small);
  }
  if (open !== null) numbers.push(sumOf(open));
  return numbers.filter(Number.isSafeInteger).map((number) => decimal(String(number)));
}

interface Open {
  /** Of closed groups, such as `dua ribu`. */
  total: number;
  /** Below the next group, such as `tiga ratus` before `ribu`. */
  group: number;
  last: number;
}

function add({ total, group, last }: Open, word: string, small: number | undefined): Open {
  if (small !== undefined) return { total, group, last: last + small };
  if (word === 'belas') return { total, group, last: last + 10 };
  const times = TIMES.get(word);
  if (times !== undefined) return { total, group: group + (last || 1) * times, last: 0 };
  const power = GROUPS.get(word) ?? 1;
  return { total: total + (group + last || 1) * power, group: 0, last: 0 };
}

/** `twenty` takes `five`, `satu` takes `setengah`; `two` takes no `three`. */
const joins = (last: number, small: number) =>
  last === 0 || small < 1 || (last >= 20 && last % 10 === 0 && small < 10);

const sumOf = ({ total, group, last }: Open) => total + group + last;
