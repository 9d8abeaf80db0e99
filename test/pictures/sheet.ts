import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import type { Shot } from './shot.ts';

const PER_SHEET = { wide: 9, phone: 18, zoom: 9 };
const PICTURE_PX = { wide: 620, phone: 300, zoom: 620 };
const SHEET_PX = 1_900;

/** Many pictures on one, so that a person can look at all of them. */
export async function writeSheets(browser: Browser, shots: readonly Shot[], folder: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: SHEET_PX, height: 1_000 } });
  for (const kind of ['wide', 'phone', 'zoom'] as const) {
    const ofKind = shots.filter(({ name }) => name.endsWith(kind));
    for (let first = 0; first < ofKind.length; first += PER_SHEET[kind]) {
      const some = ofKind.slice(first, first + PER_SHEET[kind]);
      await page.setContent(sheet(some, PICTURE_PX[kind]));
      const png = await page.screenshot({ fullPage: true });
      await writeFile(`${folder}/sheet-${kind}-${String(first / PER_SHEET[kind]).padStart(2, '0')}.png`, png);
    }
  }
  await page.close();
}

function sheet(shots: readonly Shot[], width: number): string {
  const figures = shots.map(
    ({ name, png }) =>
      `<figure style="margin:0"><figcaption>${name}</figcaption>` +
      `<img width="${width}" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  const style = 'display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif;background:#888';
  return `<body style="${style}">${figures.join('')}</body>`;
}
