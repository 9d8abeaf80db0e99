const TERMINAL_MS = 500;
const PLAIN_MS = 10_000;
const CLEAR_LINE = '\r\u001b[2K';

/** One line that changes on a terminal. Elsewhere a line every ten seconds. */
export function openProgress(packages, { isSilent }) {
  const startedAt = Date.now();
  const isTerminal = process.stderr.isTTY && process.env.TERM !== 'dumb';
  const text = () => `kurir: ${sentence(packages, Math.round((Date.now() - startedAt) / 1000))}`;
  const show = () => {
    if (isTerminal)
      process.stderr.write(`${CLEAR_LINE}${text().slice(0, (process.stderr.columns || 80) - 1)}`);
    else console.error(text());
  };
  const clear = () => {
    if (isTerminal && !isSilent) process.stderr.write(CLEAR_LINE);
  };
  const timer = isSilent ? undefined : setInterval(show, isTerminal ? TERMINAL_MS : PLAIN_MS);
  return {
    close() {
      clearInterval(timer);
      clear();
    },
    say(line) {
      clear();
      console.error(`kurir: ${line}`);
    },
  };
}

function sentence(packages, seconds) {
  const count = packages.count();
  const rest = count === packages.total ? ', finishing' : '';
  return `${count} of ${packages.total} packages, ${seconds} s${rest}`;
}
