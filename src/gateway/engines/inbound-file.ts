/** Files that customers send. The network keeps them encrypted or behind a token; an engine fetches them. */

import type { FileKind } from '../../platform/lib/media/formats.ts';

/** As the sender announced it, which proves nothing. */
export interface InboundFile {
  kind: FileKind;
  mimetype: string | null;
  fileName: string | null;
  /** In bytes. */
  size: number | null;
  /** How the engine fetches the file: JSON of the engine. Secret, because it contains the key of the file. */
  source: string;
}

export interface FileRequest {
  source: string;
  kind: FileKind;
  /** Of the device, as the engine stores them. Null: the device has none. */
  credentials: Uint8Array | null;
  /** It exists afterwards only when the outcome is `saved`. */
  path: string;
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * - expired: the network has deleted the file.
 * - hash_mismatch: the bytes are not those that the sender announced.
 * - unavailable: no answer, or an answer that is no file.
 */
export type FileTrouble = 'expired' | 'too_large' | 'hash_mismatch' | 'unavailable';

/** `final`: no retry can succeed. */
export interface FailedFile {
  outcome: 'failed';
  reason: FileTrouble;
  final: boolean;
}

export type FileOutcome = { outcome: 'saved'; size: number; sha256: Buffer } | FailedFile;

/** Fetches files of one engine and one network. */
export interface FileSource {
  /** Rejects only for an error of the disk. */
  fetch(request: FileRequest): Promise<FileOutcome>;
}

export const failedFile = (reason: FileTrouble, final = false): FailedFile => ({
  outcome: 'failed',
  reason,
  final,
});
