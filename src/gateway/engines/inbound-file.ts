/** Kept encrypted, or behind a token. */

import type { FileKind } from '../../platform/lib/media/formats.ts';

/** As announced, without proof. */
export interface InboundFile {
  kind: FileKind;
  mimetype: string | null;
  fileName: string | null;
  /** In bytes. */
  size: number | null;
  /** JSON. Secret: contains the key of the file. */
  source: string;
}

export interface FileRequest {
  source: string;
  kind: FileKind;
  /** As the engine stores them. */
  credentials: Uint8Array | null;
  /** Written only for `saved`. */
  path: string;
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * - hash_mismatch: other bytes than announced.
 * - unavailable: no answer, or no file.
 */
export type FileTrouble = 'expired' | 'too_large' | 'hash_mismatch' | 'unavailable';

/** `final`: no retry can succeed. */
export interface FailedFile {
  outcome: 'failed';
  reason: FileTrouble;
  final: boolean;
}

export type FileOutcome = { outcome: 'saved'; size: number; sha256: Buffer } | FailedFile;

export interface FileSource {
  /** Rejects only for an error of the disk. */
  fetch(request: FileRequest): Promise<FileOutcome>;
}

export const failedFile = (reason: FileTrouble, final = false): FailedFile => ({
  outcome: 'failed',
  reason,
  final,
});
