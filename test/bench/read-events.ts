import { type Agent, request } from 'undici';

/** Calls `take` with the data of each event of this type, and the time of its last byte. */
export async function readEvents(
  url: string,
  { agent, headers }: { agent: Agent; headers: Record<string, string> },
  type: string,
  // biome-ignore lint/suspicious/noExplicitAny: the load reads what the gateway sends
  take: (data: any, at: number) => void,
): Promise<void> {
  const answer = await request(url, { dispatcher: agent, headers });
  if (answer.statusCode !== 200) throw new Error(`a stream was refused: ${await answer.body.text()}`);
  const read = async () => {
    let rest = '';
    for await (const chunk of answer.body) {
      const at = Date.now();
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (!block.includes(`event: ${type}\n`)) continue;
        take(JSON.parse(block.slice(block.indexOf('data: ') + 'data: '.length)), at);
      }
    }
  };
  // Missing events show in the result.
  read().catch(() => {});
}
