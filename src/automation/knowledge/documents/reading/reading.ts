/** A part of a document below one heading. */
export interface Section {
  heading: string | null;
  text: string;
  /** Of a PDF, from 1. */
  page: number | null;
}

/** Why nothing, or only a part, could be read. */
export const READING_PROBLEMS = ['broken', 'password', 'too_complex', 'no_text'] as const;
export type ReadingProblem = (typeof READING_PROBLEMS)[number];

/** A line of the child's output. */
export type ReadingLine =
  | { kind: 'section'; section: Section }
  /** How far it is. */
  | { kind: 'page'; page: number; of: number }
  | { kind: 'unreadable'; page: number }
  | { kind: 'title'; title: string }
  | { kind: 'pictures'; count: number }
  | { kind: 'cut' }
  | { kind: 'end' }
  | { kind: 'failed'; problem: ReadingProblem };

export type Tell = (line: ReadingLine) => void;

export class ReadingFailed extends Error {
  override name = 'ReadingFailed';
  readonly problem: ReadingProblem;

  constructor(problem: ReadingProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
