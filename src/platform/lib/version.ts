import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Package = z.object({ version: z.string() });

/** The version of this program. */
export const VERSION = Package.parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version;

/** Of every request to an address of a customer. Some hosts refuse requests without this header. */
export const USER_AGENT = `Kurir/${VERSION}`;
