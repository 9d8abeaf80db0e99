import { isLonger } from '../../../platform/lib/text.ts';
import { expressionProblem, expressionsProblem } from '../../expressions.ts';
import { MAX_PATTERN } from '../../matching.ts';
import type { Pause } from '../../pieces.ts';
import { isRecord } from './edges.ts';
import { BY_PATTERN } from './logic-nodes.ts';

interface Node {
  id: string;
  raw: Readonly<Record<string, unknown>>;
}

interface ExpressionProblem {
  code: 'invalid' | 'too_many_expressions';
  node_id: string | null;
  path: string;
  message: string;
}

interface Found {
  node_id: string;
  path: string;
  written: string;
}

/** Of the regular expressions of a draft. Compiles no more than a flow can have. */
export async function expressionProblems(nodes: readonly Node[], pause: Pause): Promise<ExpressionProblem[]> {
  const found = nodes.flatMap(({ id, raw }) => expressionsIn(raw).map((each) => ({ ...each, node_id: id })));
  const problem = expressionsProblem(found.map(({ written }) => written));
  if (problem) return [{ code: 'too_many_expressions', node_id: null, path: 'nodes', message: problem }];
  const problems: ExpressionProblem[] = [];
  for (const { node_id, path, written } of found) {
    const message = expressionProblem(written);
    if (message) problems.push({ code: 'invalid', node_id, path, message });
    await pause();
  }
  return problems;
}

/** Wherever a node has one. The node may be unfinished. */
function expressionsIn(raw: Node['raw']): Omit<Found, 'node_id'>[] {
  const { type, triggers, tests, answer } = raw;
  if (type === 'start') {
    return recordsIn(triggers).flatMap(({ match, patterns }, n) => {
      const all: unknown[] = match === 'regex' && Array.isArray(patterns) ? patterns : [];
      return all.flatMap((written, place) => textAt(`triggers.${n}.patterns.${place}`, written));
    });
  }
  if (type === 'condition') {
    return recordsIn(tests).flatMap(({ operator, right }, n) =>
      BY_PATTERN.includes(String(operator)) ? textAt(`tests.${n}.right`, right) : [],
    );
  }
  return type === 'ask' && isRecord(answer) ? textAt('answer.pattern', answer.pattern) : [];
}

const recordsIn = (value: unknown) =>
  Array.isArray(value) ? value.map((each: unknown) => (isRecord(each) ? each : {})) : [];

/** A text that is too long has a problem already. */
const textAt = (path: string, written: unknown): Omit<Found, 'node_id'>[] =>
  typeof written === 'string' && written !== '' && !isLonger(written, MAX_PATTERN) ? [{ path, written }] : [];
