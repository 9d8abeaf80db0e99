import ts from 'typescript';
import { isTestFile, parse, type SourceFile } from './tree.ts';

const MAX_LINES = 60;
/** Each attribute of an element can have its own line. */
const MAX_LINES_OF_COMPONENTS = 110;
const MAX_WIDTH = 120;

/** Finds in production code: functions over 60 lines (components: 110), lines over 120 characters, spread literals. */
export function findShapeProblems(files: readonly SourceFile[]): string[] {
  const production = files.filter(({ path }) => isProduction(path));
  return [findLongFunctions, findWideLines, findSpreadLiterals].flatMap((find) => production.flatMap(find));
}

/** `...{ a, b }` and `...[a, b]` put several fields in a line. A reader takes them for something that overrides. */
function findSpreadLiterals({ path, text }: SourceFile): string[] {
  const source = parse(path, text);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isLiteral =
      (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) ||
      (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression));
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    if (isLiteral) found.push(`${path}:${line + 1}: write the fields of the spread literal out`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A clause of the contract that a test proves: one string, which no line break can divide. */
const CLAUSE_NAME = /^ +'[^']+ > [^']+',$/;

/** `path:line: problem` of each line over 120 characters. */
export function findWideLines({ path, text }: SourceFile): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length > MAX_WIDTH && !CLAUSE_NAME.test(line)
        ? [`${path}:${index + 1}: ${line.length} characters, at most ${MAX_WIDTH}`]
        : [],
    );
}

function findLongFunctions({ path, text }: SourceFile): string[] {
  const source = parse(path, text);
  const found: string[] = [];
  const lineOf = (offset: number) => source.getLineAndCharacterOfPosition(offset).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = lineOf(node.getStart(source));
      const lines = lineOf(node.end) - first + 1;
      const most = path.endsWith('.tsx') ? MAX_LINES_OF_COMPONENTS : MAX_LINES;
      const tooLong = `${path}:${first}: ${nameOf(node, source)} has ${lines} lines, at most ${most}`;
      if (lines > most) found.push(tooLong);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A function without a name is called after its variable or property, or after the function around it. */
function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  const { parent } = node;
  if (node.name) return node.name.getText(source);
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText(source);
  const outer = ts.findAncestor(parent, ts.isFunctionLike);
  return outer ? `${nameOf(outer, source)} callback` : 'callback';
}

function isProduction(path: string): boolean {
  if (/^web\/src\/api\/(schema|limits)\.ts$/.test(path)) return false; // generated
  return /^(src|sandbox|widget|web|bin)\/.*\.[cm]?[jt]sx?$/.test(path) && !isTestFile(path);
}
