import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY } from '../../../src/platform/lib/clock.ts';
import { newObjectId } from '../ids.ts';
import type { CloudStore, MediaRow } from '../store.ts';

export const UPLOAD_LIFETIME_MS = 30 * DAY;
export const INBOUND_LIFETIME_MS = 7 * DAY;

export interface NewFile {
  phoneNumberId: string;
  mimeType: string;
  fileName: string | null;
  bytes: Uint8Array;
  expiresAt: number;
}

/** The media files of the provider. */
export class MediaFiles {
  readonly #folder: string;
  readonly #store: CloudStore;

  constructor(folder: string, store: CloudStore) {
    this.#folder = folder;
    this.#store = store;
  }

  async save({ phoneNumberId, mimeType, fileName, bytes, expiresAt }: NewFile): Promise<MediaRow> {
    const media_id = newObjectId();
    const file = this.#fileOf(media_id);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(`${file}.part`, bytes);
    await rename(`${file}.part`, file);
    const row: MediaRow = {
      media_id,
      phone_number_id: phoneNumberId,
      mime_type: mimeType,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      file_size: bytes.length,
      file_name: fileName,
      expires_at: expiresAt,
    };
    this.#store.db.write(() => this.#store.insertMedia(row));
    await this.#store.db.committed();
    return row;
  }

  /** Undefined for unknown, deleted and expired files. */
  find(mediaId: string, now: number): MediaRow | undefined {
    const row = this.#store.findMedia(mediaId);
    return row && row.expires_at > now ? row : undefined;
  }

  /** True also for deleted and expired files. */
  isId(mediaId: string): boolean {
    return this.#store.findMedia(mediaId) !== undefined;
  }

  read(row: Pick<MediaRow, 'media_id'>): Promise<Buffer> {
    return readFile(this.#fileOf(row.media_id));
  }

  /** Hides the file from the API. Messages keep its bytes. */
  async delete({ media_id }: Pick<MediaRow, 'media_id'>): Promise<void> {
    this.#store.db.write(() => this.#store.expireMedia(media_id));
    await this.#store.db.committed();
  }

  #fileOf(mediaId: string): string {
    return path.join(this.#folder, mediaId);
  }
}
