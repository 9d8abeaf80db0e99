import { decimal } from '../../decimal.ts';
import { oneOf, setOf, valuesIn } from '../../languages/words.ts';

const SMALL = valuesIn(({ facts }) => facts.numbers);
const TEENS = setOf(({ facts }) => facts.teen);
const TIMES = valuesIn(({ facts }) => facts.times);
const GROUPS = valuesIn(({ facts }) => facts.groups);
const JOINTS = setOf(({ facts }) => facts.jointWords);

export const WORDS = oneOf([...SMALL.keys(), ...TIMES.keys(), ...GROUPS.keys(), ...TEENS]);

/** `dua puluh lima ribu` is 25000; `dua tiga` are two numbers. */
export function readNumberWords(text: string): string[] {
  const numbers: number[] = [];
  let open: Open | null = null;
  for (const word of text.split(/[ -]+/)) {
    if (JOINTS.has(word)) continue;
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
  /** `dua ribu`. */
  total: number;
  /** `tiga ratus` before `ribu`. */
  group: number;
  last: number;
}

function add({ total, group, last }: Open, word: string, small: number | undefined): Open {
  if (small !== undefined) return { total, group, last: last + small };
  if (TEENS.has(word)) return { total, group, last: last + 10 };
  const times = TIMES.get(word);
  if (times !== undefined) return { total, group: group + (last || 1) * times, last: 0 };
  const power = GROUPS.get(word) ?? 1;
  return { total: total + (group + last || 1) * power, group: 0, last: 0 };
}

/** `twenty` takes `five`; `two` takes no `three`. */
const joins = (last: number, small: number) =>
  last === 0 || small < 1 || (last >= 20 && last % 10 === 0 && small < 10);

const sumOf = ({ total, group, last }: Open) => total + group + last;
