import { parseEnv } from 'node:util';

export interface EnvLine {
  name: string;
  value: string;
  line: number;
}

/** Never the line's text: it may hold a secret. */
export interface EnvProblem {
  line: number;
  problem: string;
}

const NOTHING = /^\s*(#|$)/;
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/;
const QUOTED = /^\s*(["'`])(?:(?!\1).)*\1\s*(#.*)?$/;

/** One assignment a line. Finds the mistakes that Node's parser passes over. */
export function readEnvLines(text: string): { lines: EnvLine[]; problems: EnvProblem[] } {
  const lines: EnvLine[] = [];
  const problems: EnvProblem[] = [];
  for (const [index, row] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n|\r/)
    .entries()) {
    if (NOTHING.test(row)) continue;
    const line = index + 1;
    const [, name, written = ''] = ASSIGNMENT.exec(row) ?? [];
    const problem = name === undefined ? 'is not NAME=value' : problemOf(name, written);
    if (problem || name === undefined) problems.push({ line, problem: problem ?? '' });
    else lines.push({ name, value: parseEnv(row)[name] ?? '', line });
  }
  return { lines, problems };
}

function problemOf(name: string, written: string): string | null {
  if (/^\s*["'`]/.test(written)) {
    return QUOTED.test(written) ? null : `the quotes of ${name} do not enclose one value on this line`;
  }
  // Node's comments begin here: the rest would be lost.
  return /#/.test(written.replace(/\s#.*$/, '')) ? `${name} needs quotes, because its value has a #` : null;
}
