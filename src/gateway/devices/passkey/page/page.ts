import { escapeHtml } from '../../../../platform/lib/http/html.ts';
import { plainPage } from '../../../../platform/lib/http/plain-page.ts';
import type { ReaderLanguage } from '../../../../platform/lib/http/reader-language.ts';
import { WORDS, type Words } from './words.ts';

/** Files of the gateway alone, and no frame around the page. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The script takes its texts from attributes of the page. */
const SAID: readonly (keyof Words)[] = [
  ...(['unknownNumber', 'notJson', 'notSigned', 'refused', 'phone', 'connected', 'ended'] as const),
  ...([
    'passkey_timeout',
    'passkey_rejected',
    'passkey_cancelled',
    'invalid',
    'insecure',
    'offline',
  ] as const),
];

/** The token in the fragment stays in the browser. The script shows one part after the other. */
export function passkeyPage(language: ReaderLanguage): string {
  const words = WORDS[language];
  const w = (key: keyof Words) => escapeHtml(words[key]);
  const said = SAID.map((key) => ` data-${key.replaceAll('_', '-').toLowerCase()}="${w(key)}"`).join('');
  return plainPage({
    language,
    title: words.title,
    lead: words.lead,
    head: '\n    <script type="module" src="./page.js"></script>',
    main: `
      <section class="hero" id="passkey"${said}>
        <p>${w('device')}: <strong id="device">-</strong><br>
          ${w('number')}: <strong id="number">-</strong><br>
          <span id="clock" hidden>${w('left')}: <strong id="left" role="timer">-</strong></span></p>
        <p id="status" role="status">${w('loading')}</p>
        <p id="code" hidden>${w('code')} <output></output></p>
        <div id="question" hidden>
          <p><strong>${w('warning')}</strong></p>
          <p><button id="go" type="button">${w('go')}</button>
            <button id="cancel" type="button">${w('cancel')}</button></p>
        </div>
        <div id="ways" hidden>
          <h2>${w('extensionTitle')}</h2>
          <p>${w('extension')}</p>
          <details>
            <summary>${w('pasteTitle')}</summary>
            <p><strong>${w('pasteWarning')}</strong></p>
            <ol>
              <li>${w('paste1')}</li>
              <li>${w('paste2')} <pre tabindex="0"><code id="snippet"></code></pre></li>
              <li>${w('paste3')}</li>
              <li><label for="answer">${w('paste4')}</label>
                <textarea id="answer" rows="6" cols="60" maxlength="40000" aria-label="${w('field')}"
                  autocomplete="off" spellcheck="false"></textarea>
                <button id="send" type="button">${w('send')}</button></li>
            </ol>
          </details>
        </div>
      </section>`,
  });
}
