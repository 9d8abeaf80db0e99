import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Of whole pages: a frame in a page has the landmarks and headings of that page around it. */
const OF_PAGES = { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } };

const RUN = `axe.run(document, {
  iframes: false,
  resultTypes: ['violations'],
  selectors: false,
  rules: window === top ? {} : ${JSON.stringify(OF_PAGES)},
}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(' | '))))`;

/** What keeps people with disabilities out, in the page and in its frames (WCAG 2.2 AA), one line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const frame of page.frames()) {
    await frame.evaluate(axe.source);
    const found: string[] = await frame.evaluate(RUN);
    problems.push(...found);
  }
  return problems;
}
