import { assembleHttp } from '../../src/app/http/http-server.ts';
import type { Audience } from '../../src/app/reference/document.ts';
import type { Document } from '../../src/app/reference/open-api.ts';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';

/** The OpenAPI document of the gateway. Nothing is asked of the database, so none has to be there. */
export async function readReference(audience: Audience = 'keys'): Promise<Document> {
  const ctx = createContext({
    config: loadConfig({ LOG_LEVEL: 'silent' }),
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    box: createSecretBox('00'.repeat(32)),
    log: silentLog,
    name: 'kurir docs',
  });
  const http = assembleHttp(ctx, null, { audience });
  try {
    return (await http.inject('/openapi.json')).json();
  } finally {
    await http.close();
    await ctx.close();
  }
}
