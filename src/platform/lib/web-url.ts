import { apiString, isLonger } from './text.ts';

export const MAX_URL = 2_048;

/** Only the form: requests check the host. */
export const webUrl = () =>
  apiString()
    .superRefine((text, check) => {
      const problem = urlProblem(text);
      if (problem) check.addIssue({ code: 'custom', message: problem });
    })
    .meta({ minLength: 1, maxLength: MAX_URL, format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?://\\S+$' });

/** Null: in order. */
export function urlProblem(text: string): string | null {
  if (text === '') return 'is required';
  if (isLonger(text, MAX_URL)) return `must have at most ${MAX_URL} characters`;
  if (/\s/.test(text)) return 'must not contain blanks: write %20';
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return 'must be an http or https URL';
  return url.username === '' && url.password === '' ? null : 'must not contain a user name or password';
}
