import { GraphError } from '../api/graph-error.ts';
import type { Json } from '../json.ts';
import { readCatalogue, readProduct, readProducts } from './catalogue.ts';
import { readFlow } from './flow.ts';
import {
  optionalObject,
  readName,
  requiredList,
  requiredObject,
  requiredText,
  requireUnique,
  WRONG,
} from './parameters.ts';

const MAX_HEADER = 60;
const MAX_FOOTER = 60;
const MAX_ROWS = 10;

/** Checks an interactive node and returns its text. Throws GraphError. */
export function readInteractive(node: Json): string | null {
  const type = requiredText(node, 'type', "interactive['type']", { code: WRONG });
  const kind = KINDS.get(type);
  if (!kind) throw new GraphError(WRONG, { details: `Interactive type '${type}' is not supported` });
  if (kind.needsHeader) requiredObject(node, 'header', "interactive['header']");
  readHeader(node, kind.headers);
  const text = readBody(node, kind);
  const footer = optionalObject(node, 'footer', "interactive['footer']");
  if (footer) requiredText(footer, 'text', "interactive['footer']['text']", { max: MAX_FOOTER, code: WRONG });
  kind.action(requiredObject(node, 'action', "interactive['action']"));
  return text;
}

function readBody(node: Json, { body: max, isBodyOptional }: Kind): string | null {
  const path = "interactive['body']";
  if (isBodyOptional && node.body === undefined) return null;
  return requiredText(requiredObject(node, 'body', path), 'text', `${path}['text']`, { max, code: WRONG });
}

interface Kind {
  body: number;
  isBodyOptional?: true;
  needsHeader?: true;
  headers: readonly string[];
  action: (action: Json) => void;
}

const RICH_HEADERS = ['text', 'image', 'video', 'document'];

const KINDS = new Map<string, Kind>(
  Object.entries<Kind>({
    button: { body: 1024, headers: RICH_HEADERS, action: readButtons },
    list: { body: 4096, headers: ['text'], action: readSections },
    cta_url: { body: 1024, headers: RICH_HEADERS, action: readLink },
    location_request_message: { body: 1024, headers: [], action: readName('send_location') },
    product: { body: 1024, isBodyOptional: true, headers: [], action: readProduct },
    product_list: { body: 1024, headers: ['text'], needsHeader: true, action: readProducts },
    catalog_message: { body: 1024, headers: [], action: readCatalogue },
    flow: { body: 1024, headers: RICH_HEADERS, action: readFlow },
  }),
);

function readHeader(node: Json, allowed: readonly string[]): void {
  const header = optionalObject(node, 'header', "interactive['header']");
  if (!header) return;
  const path = "interactive['header']";
  const type = requiredText(header, 'type', `${path}['type']`, { code: WRONG });
  if (!allowed.includes(type))
    throw new GraphError(WRONG, { details: `Header type '${type}' is not allowed here` });
  if (type === 'text') {
    requiredText(header, 'text', `${path}['text']`, { max: MAX_HEADER, code: WRONG });
    return;
  }
  const file = requiredObject(header, type, `${path}['${type}']`);
  if ((file.id === undefined) === (file.link === undefined))
    throw new GraphError(131008, { details: `Exactly one of id and link is required in ${path}['${type}']` });
}

function readButtons(action: Json): void {
  const path = "interactive['action']['buttons']";
  const buttons = requiredList(action, 'buttons', path, { max: 3 });
  const replies = buttons.map((button, index) => {
    if (button.type !== 'reply')
      throw new GraphError(WRONG, { details: `Param ${path}[${index}]['type'] must be 'reply'` });
    const reply = requiredObject(button, 'reply', `${path}[${index}]['reply']`);
    return {
      id: requiredText(reply, 'id', `${path}[${index}]['reply']['id']`, { max: 256, code: WRONG }),
      title: requiredText(reply, 'title', `${path}[${index}]['reply']['title']`, { max: 20, code: WRONG }),
    };
  });
  requireUnique(
    'button ids',
    replies.map(({ id }) => id),
  );
  requireUnique(
    'button titles',
    replies.map(({ title }) => title),
  );
}

function readSections(action: Json): void {
  requiredText(action, 'button', "interactive['action']['button']", { max: 20, code: WRONG });
  const path = "interactive['action']['sections']";
  const sections = requiredList(action, 'sections', path, { max: 10 });
  const ids = sections.flatMap((section, index) => {
    const at = `${path}[${index}]`;
    if (sections.length > 1 || section.title !== undefined)
      requiredText(section, 'title', `${at}['title']`, { max: 24, code: WRONG });
    return requiredList(section, 'rows', `${at}['rows']`, { max: Number.POSITIVE_INFINITY }).map(
      (row, place) => readRow(row, `${at}['rows'][${place}]`),
    );
  });
  if (ids.length > MAX_ROWS)
    throw new GraphError(WRONG, { details: `Total row count exceed max allowed count: ${MAX_ROWS}` });
  requireUnique('row ids', ids);
}

function readRow(row: Json, path: string): string {
  const id = requiredText(row, 'id', `${path}['id']`, { max: 200, code: WRONG });
  requiredText(row, 'title', `${path}['title']`, { max: 24, code: WRONG });
  if (row.description !== undefined)
    requiredText(row, 'description', `${path}['description']`, { max: 72, min: 0, code: WRONG });
  return id;
}

function readLink(action: Json): void {
  readName('cta_url')(action);
  const path = "interactive['action']['parameters']";
  const parameters = requiredObject(action, 'parameters', path);
  requiredText(parameters, 'display_text', `${path}['display_text']`, { max: 20, code: WRONG });
  const url = requiredText(parameters, 'url', `${path}['url']`, { code: WRONG });
  if (!URL.canParse(url))
    throw new GraphError(WRONG, { details: `Param ${path}['url'] is not a valid URI.` });
}
