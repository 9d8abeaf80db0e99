import type { Readable } from 'node:stream';

/** The files of one backup. */
export interface BackupFiles {
  /** For people: a path, or `s3://`. */
  address: string;
  isThere(): Promise<boolean>;
  /** Null: no such file. */
  open(path: string): Promise<Readable | null>;
}

/** A backup that is being made. It does not look like one before `finish`. */
export interface Draft {
  /** Kept when it resolves. */
  put(path: string, source: Readable): Promise<void>;
  finish(manifest: Buffer): Promise<void>;
  discard(): Promise<void>;
  /** While the process exits. */
  discardNow(): void;
}

/** Where backups are: a folder, or a part of a bucket. */
export interface BackupPlace {
  /** For free space; null in a bucket. */
  folder: string | null;
  files(name: string): BackupFiles;
  /** All names in it. */
  names(): Promise<string[]>;
  /**
   * Removes what killed runs of this database left: one backup of it is made at a time. Null: another backup has the
   * name, perhaps of another database.
   */
  begin(name: string, databaseId: string): Promise<Draft | null>;
  remove(name: string, databaseId: string): Promise<void>;
  /** It counts as no backup any more. Answers where it is. */
  setAside(name: string, databaseId: string): Promise<string>;
  close(): Promise<void>;
}
