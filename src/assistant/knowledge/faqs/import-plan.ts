import { isDeepStrictEqual } from 'node:util';
import { fieldErrorsOf, issueText } from '../../../platform/lib/check-fields.ts';
import {
  type Csv,
  type CsvProblem,
  type CsvRow,
  hasMoreCells,
  MORE_CELLS,
} from '../../../platform/lib/csv.ts';
import { questionKey } from './question-key.ts';
import { answer as answerField, MAX_VARIANTS, question as questionField } from './schema.ts';

export interface PresentFaq {
  id: number;
  answer: string;
  questions: readonly string[];
}

export interface ImportPlan {
  insert: { answer: string; questions: string[] }[];
  /** Present pairs with other questions than before. */
  update: { id: number; questions: string[] }[];
  remove: number[];
  addedQuestions: number;
  removedQuestions: number;
  unchanged: number;
  problems: CsvProblem[];
}

interface Pair {
  id: number | null;
  answer: string;
  questions: string[];
  /** As they are stored. */
  before: readonly string[];
}

/** A row, in units of some 100 ns. */
const ROW_WORK = 100;

/** Rows of one answer are variants. Yields what its steps cost. */
export function* planImport(
  { header, rows, problems }: Pick<Csv, 'header' | 'rows' | 'problems'>,
  columns: { question: number; answer: number },
  present: readonly PresentFaq[],
  mode: 'add' | 'replace',
): Generator<number, ImportPlan> {
  const draft = new Draft(present, mode);
  const bad: CsvProblem[] = [...problems];
  let unchanged = 0;
  let addedQuestions = 0;
  for (const row of rows) {
    const read = hasMoreCells(row.cells, header.length) ? { problem: MORE_CELLS } : readRow(row, columns);
    const outcome = 'problem' in read ? read.problem : draft.add(read);
    if (outcome === 'added') addedQuestions += 1;
    else if (outcome === 'unchanged') unchanged += 1;
    else bad.push({ line: row.line, problem: outcome });
    yield ROW_WORK;
  }
  return {
    ...draft.changes(),
    addedQuestions,
    unchanged,
    problems: bad.sort((one, other) => one.line - other.line),
  };
}

function readRow(
  { cells }: CsvRow,
  columns: { question: number; answer: number },
): { question: string; answer: string } | { problem: string } {
  const question = questionField.safeParse(cells[columns.question] ?? '', { error: issueText });
  const answer = answerField.safeParse(cells[columns.answer] ?? '', { error: issueText });
  if (question.success && answer.success) return { question: question.data, answer: answer.data };
  const [field, failed] = question.success ? ['answer', answer] : ['question', question];
  const [text = 'is not valid'] = failed.error ? (fieldErrorsOf(failed.error).errors.body ?? []) : [];
  return { problem: `${field} ${text}` };
}

class Draft {
  readonly #pairs: Pair[];
  readonly #byAnswer = new Map<string, Pair>();
  readonly #byQuestion = new Map<string, Pair>();

  constructor(present: readonly PresentFaq[], mode: 'add' | 'replace') {
    this.#pairs = present.map(({ id, answer, questions: before }) => ({
      id,
      answer,
      before,
      questions: mode === 'add' ? [...before] : [],
    }));
    for (const pair of this.#pairs) {
      if (!this.#byAnswer.has(pair.answer)) this.#byAnswer.set(pair.answer, pair);
      for (const question of pair.questions) this.#byQuestion.set(keyOf(question), pair);
    }
  }

  /** `added`, `unchanged`, or the problem. */
  add({ question, answer }: { question: string; answer: string }): string {
    const key = keyOf(question);
    const known = this.#byQuestion.get(key);
    if (known?.answer === answer) return 'unchanged';
    if (known) return 'question has another answer already';
    const pair = this.#byAnswer.get(answer) ?? this.#begin(answer);
    if (pair.questions.length >= MAX_VARIANTS) return `answer has ${MAX_VARIANTS} questions already`;
    const same = pair.before.find((each) => keyOf(each) === key);
    pair.questions.push(same ?? question);
    this.#byQuestion.set(key, pair);
    return same === undefined ? 'added' : 'unchanged';
  }

  changes(): Pick<ImportPlan, 'insert' | 'update' | 'remove' | 'removedQuestions'> {
    const used = this.#pairs.filter(({ questions }) => questions.length > 0);
    const lost = ({ before, questions }: Pair) => before.filter((each) => !questions.includes(each)).length;
    return {
      insert: used.flatMap(({ id, answer, questions }) => (id === null ? [{ answer, questions }] : [])),
      update: used.flatMap(({ id, before, questions }) =>
        id === null || isDeepStrictEqual(before, questions) ? [] : [{ id, questions }],
      ),
      remove: this.#pairs.flatMap(({ id, questions }) => (id !== null && questions.length === 0 ? [id] : [])),
      removedQuestions: this.#pairs.reduce((sum, pair) => sum + lost(pair), 0),
    };
  }

  #begin(answer: string): Pair {
    const pair: Pair = { id: null, answer, before: [], questions: [] };
    this.#pairs.push(pair);
    this.#byAnswer.set(answer, pair);
    return pair;
  }
}

const keyOf = (question: string) => questionKey(question) || question;
