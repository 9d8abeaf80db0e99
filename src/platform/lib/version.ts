import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Package = z.object({ version: z.string() });

export const VERSION = Package.parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version;

/** Some hosts refuse requests without it. */
export const USER_AGENT = `Kurir/${VERSION}`;
