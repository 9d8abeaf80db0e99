import { CALL_LIMIT_MS } from '../../engine.ts';
import type { OfficialCredentials } from '../credentials/credentials.ts';
import type { Graph } from '../graph/graph.ts';
import type { GraphReply } from '../graph/reply.ts';
import { troubleIn } from '../graph/trouble.ts';
import type { NumberApi } from '../sending/prepare-file.ts';
import type { DeviceCredentials } from './device-credentials.ts';

/** Repeats a refused call once with a replaced token, within one time limit. */
export class NumberCalls implements NumberApi {
  readonly #graph: Graph;
  readonly #credentials: DeviceCredentials;
  readonly #onReply: (reply: GraphReply, used: OfficialCredentials) => void;

  constructor(
    graph: Graph,
    credentials: DeviceCredentials,
    onReply: (reply: GraphReply, used: OfficialCredentials) => void,
  ) {
    this.#graph = graph;
    this.#credentials = credentials;
    this.#onReply = onReply;
  }

  async post(...call: Parameters<NumberApi['post']>): Promise<GraphReply> {
    const credentials = this.#credentials.current;
    if (!credentials) return { outcome: 'not_written' };
    const [edge, body, options] = call;
    const deadline = performance.now() + (options.timeoutMs ?? CALL_LIMIT_MS);
    const first = await this.#call(credentials, call);
    const renewed = troubleIn(first) === 'token' ? await this.#credentials.renew(credentials) : null;
    const timeoutMs = deadline - performance.now();
    if (!renewed || timeoutMs <= 0) {
      this.#onReply(first, credentials);
      return first;
    }
    const reply = await this.#call(renewed, [edge, body, { ...options, timeoutMs }]);
    this.#onReply(reply, renewed);
    return reply;
  }

  #call(
    { phoneNumberId, accessToken: token }: OfficialCredentials,
    [edge, body, options]: Parameters<NumberApi['post']>,
  ): Promise<GraphReply> {
    return this.#graph.call({ method: 'POST', path: `${phoneNumberId}/${edge}`, token, body, ...options });
  }
}
