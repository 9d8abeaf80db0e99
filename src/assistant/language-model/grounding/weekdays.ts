import type { Fact, Scan } from './fact.ts';

const NAMES = [
  ['senin', 'monday', 'mondays'],
  ['selasa', 'tuesday', 'tuesdays'],
  ['rabu', 'wednesday', 'wednesdays'],
  ['kamis', 'thursday', 'thursdays'],
  ['jumat', "jum'at", 'friday', 'fridays'],
  ['sabtu', 'saturday', 'saturdays'],
  ['minggu', 'ahad', 'sunday', 'sundays'],
];
const NUMBERS = new Map(NAMES.flatMap((names, index) => names.map((name) => [name, index] as const)));
const NAME = [...NUMBERS.keys()].sort((a, b) => b.length - a.length).join('|');
const UNTIL = '(?:-|s\\/d|sampai(?: dengan)?|hingga|to|until|through)';
const DAYS = new RegExp(
  `(?<!\\p{L})(?<from>${NAME})(?: ?${UNTIL} ?(?:hari )?(?<to>${NAME}))?(?!\\p{L})`,
  'gu',
);
/** `7 hari` alone is a time, not each day. */
const EACH_DAY =
  'setiap hari|tiap hari|every ?day|daily|7 days a week|' +
  '(?<=(?:buka|jam) )7 hari|7 hari(?= (?:dalam )?se(?:minggu|pekan))';
const EVERY = new RegExp(`(?<!\\p{L})(?:${EACH_DAY})(?!\\p{L})`, 'gu');
/** `minggu` is a week after a number, and in these words. */
const WEEK_BEFORE = /(?:\d|\/|per|se|tiap|satu|dua|tiga|empat|lima|beberapa|akhir|dalam) ?$/u;
const WEEK_AFTER = /^ (?:ini|depan|lalu|kemudian|kerja|pertama|terakhir)(?!\p{L})/u;

const RELATIVE = new Map([
  ['hari ini', 'today'],
  ['today', 'today'],
  ['besok', 'tomorrow'],
  ['tomorrow', 'tomorrow'],
  ['lusa', 'in two days'],
  ['malam ini', 'tonight'],
  ['tonight', 'tonight'],
  ['kemarin', 'yesterday'],
  ['yesterday', 'yesterday'],
]);
const RELATIVE_DAY = new RegExp(`(?<!\\p{L})(?:${[...RELATIVE.keys()].join('|')})(?!\\p{L})`, 'gu');

/** A span of days names each day in it. */
export function takeWeekdays(scan: Scan): void {
  scan.take(EVERY, ({ text }) => [days(text, [0, 1, 2, 3, 4, 5, 6])].flat());
  scan.take(DAYS, ({ text, groups, before, after }) => {
    const isWeek = groups.to === undefined && groups.from === 'minggu';
    if (isWeek && (WEEK_BEFORE.test(before) || WEEK_AFTER.test(after))) return null;
    const from = NUMBERS.get(groups.from ?? '') ?? 0;
    const to = groups.to === undefined ? from : (NUMBERS.get(groups.to) ?? from);
    const length = (to - from + 7) % 7;
    return days(
      text,
      Array.from({ length: length + 1 }, (_, n) => (from + n) % 7),
    );
  });
  scan.take(RELATIVE_DAY, ({ text }) => {
    const key = `day:${RELATIVE.get(text)}`;
    return [{ text, offers: [key], accepts: [key] }];
  });
}

const days = (text: string, numbers: readonly number[]): Fact[] =>
  numbers.map((number) => ({ text, offers: [`weekday:${number}`], accepts: [`weekday:${number}`] }));
