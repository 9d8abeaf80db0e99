import { LRUCache } from 'lru-cache';
import { COMPILE_WORK, compileExpression, type Expression, workOf } from '../../expressions.ts';
import { Pieces } from '../../pieces.ts';

/** Each remembers some 100 KB. */
const MAX_KEPT = 300;

/** Regular expressions of conditions and questions, compiled once per process while they are used. */
export class Comparisons {
  readonly #pieces: Pieces;
  readonly #kept = new LRUCache<string, Expression>({ max: MAX_KEPT });

  constructor(pieces = new Pieces()) {
    this.#pieces = pieces;
  }

  /** Whether the pattern is found in the text. The pattern must have no problem. */
  has(accountId: number, pattern: string, text: string): Promise<boolean> {
    return this.#pieces.run(accountId, this.#steps(pattern, text));
  }

  *#steps(pattern: string, text: string): Generator<number, boolean> {
    let expression = this.#kept.get(pattern);
    if (!expression) {
      expression = compileExpression(pattern);
      this.#kept.set(pattern, expression);
      yield COMPILE_WORK;
    }
    const found = expression.test(text);
    yield workOf(pattern, text);
    return found;
  }
}
