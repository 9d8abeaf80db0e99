import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ApiError } from '../../platform/lib/errors.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import type { SandboxAddress } from './address.ts';

const FOLDER = new URL('../../../sandbox/samples/', import.meta.url);
const TYPES: Record<string, string> = { 'picture.png': 'image/png', 'document.pdf': 'application/pdf' };

const Sample = z.object({ name: z.string() });

/** Files for the `media_url` of examples. Public, because a download sends no token. */
export function sandboxSampleRoutes(http: Http, address: SandboxAddress | null): void {
  http.get('/sandbox/samples/:name', { schema: { hide: true, params: Sample } }, async (request, reply) => {
    const { name } = request.params;
    const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (!address || type === undefined) throw new ApiError('not_found');
    void reply.header('x-content-type-options', 'nosniff').type(type);
    return reply.send(await readFile(new URL(name, FOLDER)));
  });
}
