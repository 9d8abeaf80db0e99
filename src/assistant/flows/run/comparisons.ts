import { LRUCache } from 'lru-cache';
import { compileExpression, type Expression } from '../../expressions.ts';
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
  async has(accountId: number, pattern: string, text: string): Promise<boolean> {
    await this.#pieces.next(accountId);
    const expression = this.#kept.get(pattern) ?? compileExpression(pattern);
    this.#kept.set(pattern, expression);
    return expression.test(text);
  }
}
