import ts from 'typescript';
import { isTestFile, parse, type SourceFile } from './tree.ts';

/** A text that a person reads, with the line on which it starts. */
export interface Prose {
  kind: 'comment' | 'text' | 'document';
  text: string;
  line: number;
}

const TESTING = ['test', 'describe', 'it', 'contract'];

/** Reads the comments of code and SQL, the strings that a person reads, and the text of documents. */
export function readProse({ path, text }: SourceFile): Prose[] {
  if (path.endsWith('.md')) return [{ kind: 'document', text: withoutCode(text), line: 1 }];
  if (path.endsWith('.sql')) return readSqlComments(text);
  if (/\.[cm]?[jt]s$/.test(path)) return readCode(path, text);
  return [];
}

function readCode(path: string, text: string): Prose[] {
  const source = parse(path, text);
  const comments = new Map<number, ts.CommentRange>();
  const strings: Prose[] = [];
  const addComments = (ranges: ts.CommentRange[] | undefined) => {
    for (const range of ranges ?? []) comments.set(range.pos, range);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    if (ts.isToken(node)) {
      addComments(ts.getLeadingCommentRanges(text, node.pos));
      addComments(ts.getTrailingCommentRanges(text, node.end));
    }
    const string = stringOf(node);
    if (string !== undefined && isReadByPeople(path, node, string))
      strings.push({ kind: 'text', text: string, line: lineAt(text, node.getStart(source)) });
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return [...joinLines(text, [...comments.values()]), ...strings];
}

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** The text of a string or a template; "x" stands for the parts that are filled in. */
function stringOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('x');
}

/** Words that customers write. */
const DATA = /^src\/assistant\/languages\/[^/]+\/(?!texts\.ts)/;

/** In tests the titles alone: other strings are data. In production code a sentence, not a name. */
function isReadByPeople(path: string, node: ts.Node, string: string): boolean {
  if (DATA.test(path)) return false;
  return isTestFile(path) ? isTitle(node) : string.trim().split(/\s+/).length > 2;
}

function isTitle(node: ts.Node): boolean {
  const call = node.parent;
  return (
    ts.isCallExpression(call) && call.arguments[0] === node && TESTING.includes(rootName(call.expression))
  );
}

/** `test` of `test.each(rows)`. */
function rootName(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return rootName(node.expression);
  return ts.isIdentifier(node) ? node.text : '';
}

/** `//` comments on consecutive lines are one text. */
function joinLines(text: string, ranges: readonly ts.CommentRange[]): Prose[] {
  const joined: Prose[] = [];
  let lastLine = 0;
  for (const { pos, end, kind } of [...ranges].sort((a, b) => a.pos - b.pos)) {
    const line = lineAt(text, pos);
    const ownLine = text.slice(text.lastIndexOf('\n', pos - 1) + 1, pos).trim() === '';
    const content = withoutMarks(text.slice(pos, end));
    const previous = joined.at(-1);
    if (previous && ownLine && line === lastLine + 1) previous.text += `\n${content}`;
    else joined.push({ kind: 'comment', text: content, line });
    lastLine = kind === ts.SyntaxKind.SingleLineCommentTrivia && ownLine ? line : 0;
  }
  return joined;
}

function withoutMarks(comment: string): string {
  if (comment.startsWith('//')) return comment.replace(/^\/+/, '');
  return comment.slice(2, -2).replace(/^[ \t]*\*/gm, '');
}

function readSqlComments(sql: string): Prose[] {
  const found: Prose[] = [];
  let lastLine = 0;
  for (const { 0: token, index } of sql.matchAll(/'(?:[^']|'')*'|--.*|\/\*[\s\S]*?\*\//g)) {
    if (token.startsWith("'")) continue;
    const line = lineAt(sql, index);
    const content = token.startsWith('--') ? token.slice(2) : token.slice(2, -2);
    const previous = found.at(-1);
    if (previous && line === lastLine + 1) previous.text += `\n${content}`;
    else found.push({ kind: 'comment', text: content, line });
    lastLine = token.startsWith('--') ? line : 0;
  }
  return found;
}

/** Blanks the code of a document, and keeps its lines. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]+/g, 'code'));
}
