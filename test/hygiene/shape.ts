import ts from 'typescript';
import { isTestFile, parse, type SourceFile } from './tree.ts';

const MAX_LINES = 60;
const MAX_WIDTH = 120;

interface Offenders {
  /** `path name` of each function that is still too long. */
  functions: readonly string[];
  /** Folders and files with lines that are still too wide. */
  folders: readonly string[];
}

/** What breaks the limits today. The list shrinks: an entry without an offence fails the check. */
const OFFENDERS: Offenders = {
  functions: [],
  folders: [],
};

/** Finds functions of production code over 60 lines and lines over 120 characters, unless they are listed. */
export function findShapeProblems(files: readonly SourceFile[], offenders = OFFENDERS): string[] {
  const production = files.filter(({ path }) => isProduction(path));
  const long = production.flatMap(findLongFunctions);
  const wide = production.flatMap((file) =>
    findWideLines(file).map((problem) => ({ path: file.path, problem })),
  );
  const isExcused = (path: string) => offenders.folders.some((folder) => path.startsWith(folder));
  const isLong = (entry: string) => long.some(({ id }) => id === entry);
  const isWide = (folder: string) => wide.some(({ path }) => path.startsWith(folder));
  return [
    ...long.filter(({ id }) => !offenders.functions.includes(id)).map(({ problem }) => problem),
    ...wide.filter(({ path }) => !isExcused(path)).map(({ problem }) => problem),
    ...offenders.functions.filter((entry) => !isLong(entry)).map(removeMe),
    ...offenders.folders.filter((folder) => !isWide(folder)).map(removeMe),
  ];
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

function findLongFunctions({ path, text }: SourceFile): { id: string; problem: string }[] {
  const source = parse(path, text);
  const found: { id: string; problem: string }[] = [];
  const lineOf = (offset: number) => source.getLineAndCharacterOfPosition(offset).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = lineOf(node.getStart(source));
      const lines = lineOf(node.end) - first + 1;
      const name = nameOf(node, source);
      const problem = `${path}:${first}: ${name} has ${lines} lines, at most ${MAX_LINES}`;
      if (lines > MAX_LINES) found.push({ id: `${path} ${name}`, problem });
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
  return /^(src|sandbox|bin)\/.*\.[cm]?[jt]s$/.test(path) && !isTestFile(path);
}

function removeMe(entry: string): string {
  return `test/hygiene/shape.ts: "${entry}" keeps the limits or has moved: remove or rename its entry`;
}
