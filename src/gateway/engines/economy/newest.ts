import { createRequire } from 'node:module';
import { DEFAULT_CONNECTION_CONFIG } from 'baileys';
import { fetch } from 'undici';
import { z } from 'zod';

/** Who tells what is newest. */
export interface NewestSources {
  /** The address of WhatsApp Web, without a path. */
  whatsapp: string;
  /** The newest version of a package, as npm knows it. */
  ofPackage(name: string): Promise<string>;
}

/** Of the linked line. Texts such as 2.3000.1035194821 and 7.0.0. */
export interface LinkedLine {
  client: string;
  library: string;
}

const Package = z.object({ version: z.string().max(50) });
/** WhatsApp answers programs of browsers alone. */
const HEADERS = {
  'sec-fetch-site': 'none',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0',
};
const REVISION = /"client_revision\\?":\s*(\d{1,15})/;

/** What this Kurir connects with. */
export function ownLine(): LinkedLine {
  const { version } = Package.parse(createRequire(import.meta.url)('baileys/package.json'));
  return { client: DEFAULT_CONNECTION_CONFIG.version.join('.'), library: version };
}

/** What WhatsApp Web and npm offer now. Rejects when one does not answer in this form. */
export async function newestLine(
  { whatsapp, ofPackage }: NewestSources,
  signal: AbortSignal,
): Promise<LinkedLine> {
  const answer = await fetch(`${whatsapp}/sw.js`, { headers: HEADERS, signal });
  const revision = REVISION.exec(await answer.text())?.[1];
  if (revision === undefined) throw new Error(`${whatsapp}/sw.js names no client_revision`);
  // Without a way to WhatsApp, npm is not asked either.
  return { client: `2.3000.${revision}`, library: await ofPackage('baileys') };
}

/** 7.0.0 is newer than 7.0.0-rc14. */
export function isNewer(version: string, than: string): boolean {
  if (than.startsWith(`${version}-`)) return true;
  return !version.startsWith(`${than}-`) && version.localeCompare(than, 'en', { numeric: true }) > 0;
}
