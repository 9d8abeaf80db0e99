import crypto, { createSecretKey } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Of the functions that take the bytes of a key as their second argument. */
const SYMMETRIC = ['createHmac', 'createCipheriv', 'createDecipheriv'] as const;
const ASYMMETRIC = ['createPrivateKey', 'createPublicKey'] as const;

let isDone = false;

/**
 * Node 24 throws and catches an error to learn that bytes are no KeyObject. That takes longer than the work itself, and
 * libsignal and Baileys pass bytes for each frame and message. From now on bytes become a KeyObject first. Where they
 * cannot, errors have no stack. Results are the same. For the whole process; later calls do nothing.
 */
export function makeKeysCheap(): void {
  if (isDone) return;
  isDone = true;
  for (const name of SYMMETRIC)
    replace(name, ([algorithm, key, ...rest]) => [algorithm, asObject(key), ...rest]);
  for (const name of ASYMMETRIC) replace(name);
  syncBuiltinESMExports();
}

const asObject = (key: unknown): unknown => (key instanceof Uint8Array ? createSecretKey(key) : key);

type Call = (...given: unknown[]) => unknown;

function replace(
  name: (typeof SYMMETRIC)[number] | (typeof ASYMMETRIC)[number],
  prepare: ((given: unknown[]) => unknown[]) | null = null,
): void {
  const original = crypto[name] as Call; // of any signature
  const cheap: Call = prepare
    ? (...given) => original(...prepare(given))
    : (...given) => withoutStacks(() => original(...given));
  Object.assign(crypto, { [name]: cheap });
}

function withoutStacks<Result>(work: () => Result): Result {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
