import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The origin of calls stays that of the page, which the gateway compares. */
const GATEWAY = { target: 'http://127.0.0.1:8080', changeOrigin: false };

/** The gateway writes the base of the page. In development, Vite serves the page without it. */
const developmentBase: Plugin = {
  name: 'kurir:base',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('<base href="./" />', '<base href="/app/" />'),
};

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('./', import.meta.url)),
  // Relative addresses work behind any path prefix.
  base: command === 'serve' ? '/app/' : './',
  plugins: [react(), tailwindcss(), developmentBase],
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
