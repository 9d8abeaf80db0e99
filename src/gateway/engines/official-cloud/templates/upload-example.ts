import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import type { ExampleFile, ExampleOutcome } from '../../templates.ts';
import { decodeCredentials } from '../credentials/credentials.ts';
import { classOf, isTemporary, textOf } from '../graph/error-codes.ts';
import type { Graph } from '../graph/graph.ts';
import { textOrNumber } from '../graph/lenient-values.ts';
import { readPatiently } from '../graph/read-patiently.ts';
import type { GraphReply } from '../graph/reply.ts';

const READ_MS = 10 * SECOND;
const START_TIMEOUT_MS = 10 * SECOND;
const FILE_TIMEOUT_MS = MINUTE;
/** In new sessions: an interrupted one has no effect. */
const ATTEMPTS = 2;

/** Files belong to the token's app. */
const App = z.object({ id: textOrNumber(64) });
/** The session is the next call's path. */
const Started = z.object({ id: z.string().regex(/^upload:[\w=+/.:~-]+(\?[\w=+/.:%&~-]*)?$/) });
const Uploaded = z.object({ h: z.string().min(1) });

export async function uploadExample(
  graph: Graph,
  { creds }: { creds: Uint8Array },
  file: ExampleFile,
): Promise<ExampleOutcome> {
  const { accessToken: token } = decodeCredentials(creds);
  const read = await readPatiently(graph, { path: 'app?fields=id', token }, performance.now() + READ_MS);
  const app = read.outcome === 'ok' ? App.safeParse(read.body).data?.id : undefined;
  if (app === undefined) return outcomeOf(read, token);
  let outcome: ExampleOutcome = { outcome: 'unreachable' };
  for (let attempt = 0; attempt < ATTEMPTS && outcome.outcome === 'unreachable'; attempt += 1)
    outcome = await uploadOnce(graph, { token, app }, file);
  return outcome;
}

async function uploadOnce(
  graph: Graph,
  { token, app }: { token: string; app: string },
  { path, size, mimetype, fileName }: ExampleFile,
): Promise<ExampleOutcome> {
  const query = new URLSearchParams({ file_name: fileName, file_length: String(size), file_type: mimetype });
  const start = await graph.call({
    method: 'POST',
    path: `${encodeURIComponent(app)}/uploads?${query}`,
    token,
    timeoutMs: START_TIMEOUT_MS,
  });
  const session = start.outcome === 'ok' ? Started.safeParse(start.body).data?.id : undefined;
  if (session === undefined) return outcomeOf(start, token);
  const sent = await graph.call({
    method: 'POST',
    path: session,
    token,
    scheme: 'OAuth',
    headers: { file_offset: '0', 'content-type': mimetype, 'content-length': String(size) },
    body: createReadStream(path),
    timeoutMs: FILE_TIMEOUT_MS,
  });
  const handle = sent.outcome === 'ok' ? Uploaded.safeParse(sent.body).data?.h : undefined;
  return handle === undefined ? outcomeOf(sent, token) : { outcome: 'uploaded', handle };
}

/** Of an incomplete reply. */
function outcomeOf(reply: GraphReply, token: string): ExampleOutcome {
  if (reply.outcome !== 'error' || isTemporary(classOf(reply.error, reply.status)))
    return { outcome: 'unreachable' };
  const { code, subcode } = reply.error;
  return { outcome: 'refused', reason: textOf(reply.error).replaceAll(token, '...'), code, subcode };
}
