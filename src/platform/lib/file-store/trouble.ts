import { isDiskFull } from '../db/unavailable.ts';
import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';
import { StoreUnavailable } from './file-store.ts';

/** Details go to the log only. ApiError storage_low, service_unavailable. */
export async function answerTrouble<T>(log: Log, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    log.warn({ err: error }, 'files.storage_unavailable');
    if (isDiskFull(error.cause)) throw new ApiError('storage_low');
    throw new ApiError('service_unavailable', 'The storage of files does not answer. Try again later.');
  }
}
