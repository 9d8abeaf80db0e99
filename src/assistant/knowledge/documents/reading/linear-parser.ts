import { Parser, type ParserOptions } from 'htmlparser2';

type Handlers = ConstructorParameters<typeof Parser>[0];

/** A parser whose cost does not grow with the number of open elements. */
export function createParser(handlers: Handlers, options?: ParserOptions): Parser {
  const stack = new OpenElements<string>();
  // Its own arrays begin with the innermost element: each tag moves and searches all.
  return Object.assign(new Parser(handlers, options), {
    stack,
    foreignContext: new OpenElements([0]),
    /** At the end of the text, where the parser reads every index. */
    onend() {
      for (let name = stack.shift(); name !== undefined; name = stack.shift())
        handlers?.onclosetag?.(name, true);
    },
  });
}

/** What the parser uses of an array, with the innermost element at index 0. */
class OpenElements<Element extends string | number> {
  /** The outermost first. */
  readonly #elements: Element[] = [];
  /** Where each element is, the innermost place last. */
  readonly #places = new Map<Element, number[]>();

  constructor(elements: readonly Element[] = []) {
    for (const element of elements) this.unshift(element);
  }

  get length(): number {
    return this.#elements.length;
  }

  get 0(): Element | undefined {
    return this.#elements.at(-1);
  }

  unshift(element: Element): void {
    const places = this.#places.get(element);
    if (places) places.push(this.#elements.length);
    else this.#places.set(element, [this.#elements.length]);
    this.#elements.push(element);
  }

  shift(): Element | undefined {
    const element = this.#elements.pop();
    if (element !== undefined) this.#places.get(element)?.pop();
    return element;
  }

  includes(element: Element): boolean {
    return this.indexOf(element) !== -1;
  }

  indexOf(element: Element): number {
    const place = this.#places.get(element)?.at(-1);
    return place === undefined ? -1 : this.#elements.length - 1 - place;
  }
}
