import type { Network } from '../../engines/engine.ts';

/** The app signs the callbacks of one network. */
export interface OfficialApp {
  network: Network;
  /** Null: no signature is accepted. */
  appSecret: string | null;
  verifyToken: string | null;
}

/** `refresh` reads the secrets again. */
export type OfficialApps = (refresh: boolean) => Promise<readonly OfficialApp[]>;
