import { assembleHttp } from '../../src/app/http/http-server.ts';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { silentLog } from '../../src/lib/log.ts';
import { createSecretBox } from '../../src/lib/secret-box.ts';
import type { Audience } from '../../src/reference/document.ts';
import type { Document } from '../../src/reference/open-api.ts';

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
