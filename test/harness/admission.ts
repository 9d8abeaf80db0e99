import type { Context } from '../../src/context.ts';
import {
  type Admission,
  type AdmissionRequest,
  createAdmission,
} from '../../src/gateway/messages/admission/admission.ts';

/** Admits messages; a refused request rejects with its problem. */
export function openAdmission(ctx: Context): (request: AdmissionRequest) => Promise<Admission> {
  const admit = createAdmission(ctx);
  return async (request) => {
    const { verdict } = await admit(request);
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };
}
