import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/kurir/', import.meta.url));
const PROGRAM = `${CACHE}chromium/chromium`;
const FONTS = fileURLToPath(new URL('fonts.conf', import.meta.url));

/** A headless Chromium with the security of a real one. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await unpacked();
  return playwright.launch({
    executablePath,
    args: [
      ...['--headless=shell', '--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
      // A microphone that beeps, without a question.
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ],
    env: { ...process.env, FONTCONFIG_FILE: FONTS },
  });
}

/** The package unpacks into the folder for temporary files, which users of a machine share. */
async function unpacked(): Promise<string> {
  if (existsSync(PROGRAM)) return PROGRAM;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(`${CACHE}chromium-`);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  // Another test file may have been faster.
  await rename(folder, `${CACHE}chromium`).catch(() => rm(folder, { recursive: true }));
  return PROGRAM;
}
