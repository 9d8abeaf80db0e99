import { KURIR } from '../../../platform/lib/command-name.ts';
import { demoCommands } from '../../../platform/lib/demo.ts';
import { escapeHtml } from '../../../platform/lib/http/html.ts';
import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';
import { VERSION } from '../../../platform/lib/version.ts';
import { framed } from './html.ts';
import { WORDS, type Words } from './words.ts';

interface Step {
  text: string;
  command: string;
}

/** The page at `/`: the same bytes for every reader, so that it tells strangers nothing. */
export function startPage(
  language: ReaderLanguage,
  { hasSandbox, hasDashboard }: { hasSandbox: boolean; hasDashboard: boolean },
): string {
  const words = WORDS[language];
  const { guides, reference } = words;
  return framed({
    language,
    title: 'Kurir',
    root: './',
    guides,
    reference,
    dashboard: hasDashboard ? words.openDashboard : null,
    current: 'start',
    main: `${heroOf(words)}
${stepsOf(words, hasSandbox ? sandboxSteps(words) : liveSteps(words))}
${cardsOf(words)}`,
  });
}

function heroOf(words: Words): string {
  const attributes = [
    ['data-ready', words.ready],
    ['data-not-ready', words.notReady],
    ['data-silent', words.silent],
  ].map(([name, text = '']) => `${name}="${escapeHtml(text)}"`);
  // Without JavaScript, the link answers.
  return `      <section class="hero">
        <p class="state" id="state" role="status" ${attributes.join(' ')}><a href="./readyz">/readyz</a></p>
        <h1>Kurir <span class="version">${escapeHtml(VERSION)}</span></h1>
        <p class="lead">${escapeHtml(words.tagline)}</p>
      </section>`;
}

function sandboxSteps({ pairSandbox, sendSandbox, look, dashboard }: Words): Step[] {
  const commands = demoCommands(KURIR);
  return [
    { text: pairSandbox, command: commands.pair },
    { text: sendSandbox, command: commands.send },
    { text: look, command: commands.look },
    { text: dashboard, command: commands.dashboard },
  ];
}

function liveSteps({ account, pair, send, user }: Words): Step[] {
  return [
    { text: account, command: `${KURIR} account create --name NAME` },
    { text: pair, command: `${KURIR} device pair` },
    { text: send, command: `${KURIR} message send NUMBER "TEXT"` },
    { text: user, command: `${KURIR} user create EMAIL --role owner` },
  ];
}

function stepsOf(words: Words, steps: readonly Step[]): string {
  const items = steps.map(
    ({ text, command }) =>
      `          <li><p>${escapeHtml(text)}</p><pre tabindex="0"><code>${escapeHtml(command)}</code></pre></li>`,
  );
  const link = `<a href="./guides/quick-start">${escapeHtml(words.quickStart)}</a>`;
  return `      <section>
        <h2>${escapeHtml(words.next)}</h2>
        <p class="where">${escapeHtml(words.where)}</p>
        <ol class="steps">
${items.join('\n')}
          <li><p>${escapeHtml(words.more)} ${link}</p></li>
        </ol>
      </section>`;
}

function cardsOf(words: Words): string {
  const cards = [
    ['./guides/', words.guides, words.guidesHint],
    ['./docs', words.reference, words.referenceHint],
    ['./openapi.json', words.document, words.documentHint],
  ].map(([href = '', title = '', hint = '']) => {
    const texts = `<strong>${escapeHtml(title)}</strong><span>${escapeHtml(hint)}</span>`;
    return `        <a class="card" href="${href}">${texts}</a>`;
  });
  return `      <section class="cards">
${cards.join('\n')}
      </section>`;
}
