import { decimal } from '../../decimal.ts';
import { type Language, perMix } from '../../languages/language.ts';
import { oneOf, setOf, valuesIn } from '../../languages/words.ts';

const wordsFor = perMix((mix) => ({
  small: valuesIn(({ facts }) => facts.numbers, mix),
  teens: setOf(({ facts }) => facts.teen, mix),
  times: valuesIn(({ facts }) => facts.times, mix),
  groups: valuesIn(({ facts }) => facts.groups, mix),
  joints: setOf(({ facts }) => facts.jointWords, mix),
}));
type Words = ReturnType<typeof wordsFor>;

export function numberWord(mix: readonly Language[]): string {
  const { small, teens, times, groups } = wordsFor(mix);
  return oneOf([...small.keys(), ...times.keys(), ...groups.keys(), ...teens]);
}

/** `dua puluh lima ribu` is 25000; `dua tiga` are two numbers. */
export function readNumberWords(text: string, mix: readonly Language[]): string[] {
  const known = wordsFor(mix);
  const numbers: number[] = [];
  let open: Open | null = null;
  for (const word of text.split(/[ -]+/)) {
    if (known.joints.has(word)) continue;
    const small = known.small.get(word);
    if (open !== null && small !== undefined && !joins(open.last, small)) {
      numbers.push(sumOf(open));
      open = null;
    }
    open = add(open ?? { total: 0, group: 0, last: 0 }, word, small, known);
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

function add({ total, group, last }: Open, word: string, small: number | undefined, known: Words): Open {
  if (small !== undefined) return { total, group, last: last + small };
  if (known.teens.has(word)) return { total, group, last: last + 10 };
  const times = known.times.get(word);
  if (times !== undefined) return { total, group: group + (last || 1) * times, last: 0 };
  const power = known.groups.get(word) ?? 1;
  return { total: total + (group + last || 1) * power, group: 0, last: 0 };
}

/** `twenty` takes `five`; `two` takes no `three`. */
const joins = (last: number, small: number) =>
  last === 0 || small < 1 || (last >= 20 && last % 10 === 0 && small < 10);

const sumOf = ({ total, group, last }: Open) => total + group + last;
