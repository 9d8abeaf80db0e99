import { z } from 'zod';
import { SandboxError } from '../../errors.ts';

const Options = z.looseObject({ challenge: z.string(), rpId: z.string() });

/** Throws invalid_request. */
export function readOptions(json: string): z.infer<typeof Options> {
  try {
    return Options.parse(JSON.parse(json));
  } catch {
    throw new SandboxError('invalid_request', 'options must be the JSON of what the client asks to sign.');
  }
}
