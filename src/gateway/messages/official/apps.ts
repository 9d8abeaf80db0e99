import type { Network } from '../../engines/engine.ts';

export interface OfficialApp {
  network: Network;
  /** Null: no signature is accepted. */
  appSecret: string | null;
  verifyToken: string | null;
}

/** `refresh` reads the secrets again. */
export type OfficialApps = (refresh: boolean) => Promise<readonly OfficialApp[]>;
