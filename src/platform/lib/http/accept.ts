/** JSON is the default, also for equal weights. */
export function prefers(accept: string | undefined, wanted: string): boolean {
  const ranges = (accept ?? '').toLowerCase().split(',').map(readRange);
  const own = ranges.find(({ range }) => range === wanted);
  const json = ranges.find(({ range }) => range === 'application/json');
  if (!own || own.weight <= 0) return false;
  if (json) return own.weight > json.weight;
  return ranges.every(({ range, weight }) => !COVERS_JSON.has(range) || own.weight >= weight);
}

const COVERS_JSON = new Set(['*/*', 'application/*']);

function readRange(text: string): { range: string; weight: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { range, weight: weight === undefined ? 1 : Number.parseFloat(weight) || 0 };
}

/** `*` names none. */
export function takesEncoding(acceptEncoding: string | undefined, encoding: string): boolean {
  const ranges = (acceptEncoding ?? '').toLowerCase().split(',').map(readRange);
  return ranges.some(({ range, weight }) => range === encoding && weight > 0);
}
