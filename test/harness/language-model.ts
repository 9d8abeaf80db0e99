import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the model says, or how its server fails. */
export type Reply =
  | { answer: string; action?: 'answer' | 'clarify' | 'handoff' | 'unknown'; citations?: unknown[] }
  /** The content of the answer as it is: wrong JSON, another object, nothing. */
  | { content: string; finish?: 'stop' | 'length' }
  | { status: number; body?: string | Buffer; headers?: Record<string, string> }
  | { fault: 'hangs' | 'cut_off' | 'hangs_inside' | 'not_json' | 'endless' | 'closes' };

export interface ModelCall {
  path: string;
  headers: IncomingHttpHeaders;
  // The body is what the test looks at.
  body: Record<string, unknown>;
  /** The user message, as the prompt has it. */
  question: {
    sources: { n: number; title?: string; text: string }[];
    conversation: { from: string; text: string }[];
    question: string;
  } | null;
}

/** A server on loopback that plays a language model: OpenAI's two calls, and that of Anthropic. */
export interface LanguageModelServer {
  /** With the version, as the setting has it. */
  url: string;
  /** Calls that came in, in their order. */
  calls: ModelCall[];
  /** Of the next calls, in their order. After them, `always`. */
  next: Reply[];
  /** Default: the model repeats the first source and cites it. */
  always: Reply | ((call: ModelCall) => Reply);
  /** Of each answer. Null: the provider does not say. */
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null;
  /** For a person that answers while the model thinks: the answer waits for it. */
  gate: Promise<void>;
}

const USAGE = { prompt_tokens: 400, completion_tokens: 60, total_tokens: 460 };
const DIMENSIONS = 64;

export async function startLanguageModel(
  cleanup: (end: () => Promise<void>) => void = onTestFinished,
): Promise<LanguageModelServer> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo; // it listens on TCP
  const server: LanguageModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    calls: [],
    next: [],
    always: repeatFirstSource,
    usage: USAGE,
    gate: Promise.resolve(),
  };
  http.on('request', (request, response) => void serve(server, request, response));
  cleanup(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  return server;
}

function repeatFirstSource({ question }: ModelCall): Reply {
  const [first] = question?.sources ?? [];
  return first ? { answer: first.text, citations: [first.n] } : { answer: '', action: 'unknown' };
}

async function serve(server: LanguageModelServer, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  const call = { path: request.url ?? '', headers: request.headers, body, question: questionOf(body) };
  server.calls.push(call);
  await server.gate;
  const reply =
    server.next.shift() ?? (typeof server.always === 'function' ? server.always(call) : server.always);
  if ('fault' in reply) return fail(reply.fault, response);
  if ('status' in reply) return send(response, reply);
  send(response, { status: 200, body: JSON.stringify(answerOf(server, call, reply)) });
}

/** The shape depends on the path. */
function answerOf({ usage }: LanguageModelServer, { path, body }: ModelCall, reply: Reply): object {
  if (path.endsWith('/embeddings')) return embeddingsOf(body.input, usage);
  const content = 'content' in reply ? reply.content : objectOf(reply);
  const finish = 'finish' in reply ? reply.finish : 'stop';
  if (path.endsWith('/messages')) {
    const counted = { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 };
    const said = [{ type: 'tool_use', id: 'tool-1', name: 'json', input: JSON.parse(content) }];
    const tools = Array.isArray(body.tools);
    return {
      ...{ id: 'msg-1', type: 'message', role: 'assistant', model: body.model, usage: counted },
      content: tools ? said : [{ type: 'text', text: content }],
      stop_reason: tools ? 'tool_use' : 'end_turn',
    };
  }
  return {
    ...{ id: 'chat-1', object: 'chat.completion', created: 1, model: body.model, ...(usage && { usage }) },
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  };
}

function objectOf(reply: Reply): string {
  if (!('answer' in reply)) return '';
  const { answer, action = 'answer', citations = [1] } = reply;
  return JSON.stringify({ answer, action, citations });
}

function fail(fault: Extract<Reply, { fault: string }>['fault'], response: ServerResponse): void {
  if (fault === 'hangs') return;
  if (fault === 'closes') return void response.destroy();
  response.writeHead(200, { 'content-type': 'application/json' });
  if (fault === 'not_json') return void response.end('<html>Bad gateway</html>');
  response.write('{"id":"chat-1","choices":[{"message":{"role":"assistant","content":"{\\"answer\\": \\"Rp');
  if (fault === 'cut_off') setImmediate(() => response.destroy());
  if (fault !== 'endless') return;
  const drip = setInterval(() => response.write('0'.repeat(64 * 1024)), 1);
  response.on('close', () => clearInterval(drip));
}

function send(response: ServerResponse, { status, body, headers }: Extract<Reply, { status: number }>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body ?? '{"error":{"message":"No."}}');
}

/** The last message of the user is the JSON of the prompt. */
function questionOf({
  messages,
}: {
  messages?: { role: string; content: unknown }[];
}): ModelCall['question'] {
  const content = messages?.findLast(({ role }) => role === 'user')?.content;
  const text = Array.isArray(content) ? content[0]?.text : content;
  return typeof text === 'string' ? JSON.parse(text) : null;
}

/** Texts with the same words are near each other. */
function embeddingsOf(input: unknown, usage: LanguageModelServer['usage']): object {
  const texts: string[] = Array.isArray(input) ? input : [input];
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  const counted = usage && { prompt_tokens: usage.prompt_tokens, total_tokens: usage.prompt_tokens };
  return { object: 'list', model: 'stand-in', data, ...(counted && { usage: counted }) };
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const place = createHash('sha1').update(word).digest().readUInt32BE(0) % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}
