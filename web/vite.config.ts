import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import compile from 'icu-minify/compile';
import { defineConfig, type Plugin } from 'vite';

/** The origin of calls stays that of the page, which the gateway compares. */
const GATEWAY = { target: 'http://127.0.0.1:8080', changeOrigin: false };

/** The gateway writes the base of the page. In development, Vite serves the page without it. */
const developmentBase: Plugin = {
  name: 'kurir:base',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('<base href="./" />', '<base href="/app/" />'),
};

const TEXTS = fileURLToPath(new URL('src/texts/', import.meta.url));
const languages = readdirSync(TEXTS)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length));
const VIRTUAL = 'virtual:texts';
type Messages = Record<string, Record<string, string>>;

/** Splits the file of each language into one module per area, so that a page loads its texts in one language. */
const texts: Plugin = {
  name: 'kurir:texts',
  resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${VIRTUAL}`)) return null;
    const [, language, area] = id.split('/');
    if (language === undefined || area === undefined) return `export default ${loadersOf(languages)}`;
    this.addWatchFile(`${TEXTS}${language}.json`);
    return `export default ${JSON.stringify(parsed(readCatalogue(language)[area] ?? {}))}`;
  },
};

const readCatalogue = (language: string): Record<string, Messages> =>
  JSON.parse(readFileSync(`${TEXTS}${language}.json`, 'utf8'));

function loadersOf(languages: readonly string[]): string {
  const loaders = languages.map((language) => {
    const areas = Object.keys(readCatalogue(language));
    return `${language}: { ${areas.map((area) => `${area}: () => import('${VIRTUAL}/${language}/${area}')`)} }`;
  });
  return `{ ${loaders} }`;
}

/** The browser gets messages that are parsed already, and no parser. */
const parsed = (area: Messages) =>
  Object.fromEntries(Object.entries(area).map(([part, texts]) => [part, mapValues(texts, compile)]));

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('./', import.meta.url)),
  // Relative addresses work behind any path prefix.
  base: command === 'serve' ? '/app/' : './',
  plugins: [react(), tailwindcss(), texts, developmentBase],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Inlined files would be data: addresses, which the policy of the page refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  server: { port: 5173, proxy: { '/app/api': GATEWAY, '/w': GATEWAY } },
}));
