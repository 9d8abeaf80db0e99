import { SECOND } from '../../../../platform/lib/clock.ts';
import { MAX_SITEMAPS } from '../schema.ts';

interface Rule {
  allow: boolean;
  /** With `*` for any text, and `$` at the end of the address. */
  path: string;
}

/** What a robots.txt says to Kurir (RFC 9309). */
export interface Robots {
  rules: readonly Rule[];
  /** Between two requests. 0: it says nothing. */
  delayMs: number;
  /** URLs of those that are not read yet. */
  sitemaps: readonly string[];
  /** How many may be read. */
  sitemapsLeft: number;
}

export const NO_RULES: Robots = { rules: [], delayMs: 0, sitemaps: [], sitemapsLeft: MAX_SITEMAPS };
/** The longest robots.txt that is read, in bytes. */
export const MAX_ROBOTS = 512 * 1024;
/** Of all rules, in characters: each step of a walk reads them. */
const MAX_RULES = 128 * 1024;
const MAX_PATH = 1_000;
const MAX_NAMED = 100;
const MAX_DELAY_MS = 10 * SECOND;
const AGENT = 'kurir';

interface Group {
  agents: string[];
  rules: Rule[];
  delayMs: number;
}

/** The groups for Kurir, or else those for all. Null: more rules than Kurir keeps. */
export function parseRobots(text: string): Robots | null {
  const groups = groupsOf(text);
  const own = groups.filter(({ agents }) => agents.includes(AGENT));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules);
  if (rules.reduce((sum, { path }) => sum + path.length, 0) > MAX_RULES) return null;
  return {
    rules,
    delayMs: Math.max(0, ...chosen.map(({ delayMs }) => delayMs)),
    sitemaps: sitemapsIn(text),
    sitemapsLeft: MAX_SITEMAPS,
  };
}

/** They belong to no group. */
function sitemapsIn(text: string): string[] {
  const found = [...text.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S{1,2048})/gim)];
  return found.slice(0, MAX_NAMED).map(([, url = '']) => url);
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line.slice(0, 2 * MAX_PATH)) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      if (!isOpen) groups.push({ agents: [], rules: [], delayMs: 0 });
      isOpen = true;
      groups.at(-1)?.agents.push(agentIn(value));
    } else if (field !== '') {
      isOpen = isOpen && field !== 'allow' && field !== 'disallow';
      note(groups.at(-1), field, value.trim());
    }
  }
  return groups;
}

/** Without version. */
const agentIn = (value: string) => /^[a-z_-]+|^\*/i.exec(value.trim())?.[0].toLowerCase() ?? '';

function note(group: Group | undefined, field: string, value: string): void {
  if (!group) return;
  if (field === 'crawl-delay') {
    const seconds = Number(value);
    if (seconds > 0) group.delayMs = Math.min(MAX_DELAY_MS, seconds * SECOND);
  }
  if (field !== 'allow' && field !== 'disallow') return;
  // An empty path forbids nothing.
  if (value === '' || value.length > MAX_PATH) return;
  group.rules.push({ allow: field === 'allow', path: encoded(value) });
}

/** The rule with the longest path decides. Of two as long, the one that allows does. */
export function isAllowed({ rules }: Robots, url: URL): boolean {
  const path = encoded(url.pathname + url.search);
  let best: Rule | null = null;
  for (const rule of rules) {
    if (best !== null && rule.path.length < best.path.length) continue;
    if (best !== null && rule.path.length === best.path.length && !rule.allow) continue;
    if (matches(rule.path, path)) best = rule;
  }
  return best === null || best.allow;
}

/** In one pass over the path for each part between asterisks. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = isAnchored ? rest.pop() : undefined;
  if (isAnchored && last === undefined) return path === first;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at);
}

/** Signs and their codes are equal, and so are codes in capitals. */
function encoded(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}
