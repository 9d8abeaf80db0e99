import { InvalidArgumentError, Option } from 'commander';
import { MAX_LIMIT } from './page.ts';
import { readTime } from './timestamp.ts';

export function parseNumber(subject: string, max = Number.POSITIVE_INFINITY): (text: string) => number {
  return (text) => {
    if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new InvalidArgumentError(`${subject} has a whole number.`);
    if (Number(text) > max) throw new InvalidArgumentError(`${subject} is at most ${max}.`);
    return Number(text);
  };
}

/** `--limit` of a list. */
export function limitOption({
  max = MAX_LIMIT,
  preset = 50,
}: {
  max?: number;
  preset?: number;
} = {}): Option {
  return new Option('--limit <count>', `maximum number, up to ${max}`)
    .argParser(parseNumber('The limit', max))
    .default(preset);
}

/** UTC by default. A date is its first moment. */
export function parseTime(text: string): Date {
  const at = readTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (!at) throw new InvalidArgumentError('Give a time like 2027-01-31T12:00:00Z.');
  return at;
}
