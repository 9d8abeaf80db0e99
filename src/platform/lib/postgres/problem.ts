/** One line with what to do. */
export class PostgresProblem extends Error {
  override name = 'PostgresProblem';
}
