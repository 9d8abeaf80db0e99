const MAX_REASON = 1_000;

/** Why a program failed: what it said last, or what git calls an error. Of a line of JSON, its message. */
export function reasonIn(said: string): string {
  const lines = said.trim().split('\n');
  const line = lines.find((each) => /^(fatal|error): /.test(each)) ?? lines.at(-1) ?? '';
  return (messageIn(line) ?? line).slice(0, MAX_REASON);
}

function messageIn(line: string): string | null {
  try {
    const { message, err, msg } = Object(JSON.parse(line));
    return String(err?.message ?? message ?? msg ?? line).split('\n', 1)[0] ?? null;
  } catch {
    return null;
  }
}
