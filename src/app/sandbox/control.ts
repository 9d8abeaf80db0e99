import type { SandboxAddress } from './address.ts';

export const controlHeaders = ({ token }: SandboxAddress) => ({ 'x-sandbox-control': token });

/** Asks the sandbox, with POST if there is a body. Rejects without an answer. */
export function askControl(
  address: SandboxAddress,
  path: string,
  { signal, body }: { signal: AbortSignal; body?: object },
): Promise<Response> {
  return fetch(address.url + path, {
    headers: { ...controlHeaders(address), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal,
  });
}
