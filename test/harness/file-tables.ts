import type { ColumnType } from 'kysely';

/** A column that an insert can leave to its default. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface FileTables {
  uploads: {
    id: Defaulted<string>;
    account_id: number;
    state: Defaulted<'arriving' | 'stored' | 'removed'>;
    expires_at: Date;
    created_at: Date;
    type: Defaulted<'image' | 'video' | 'audio' | 'document' | null>;
    mimetype: Defaulted<string | null>;
    file_name: Defaulted<string | null>;
    size: Defaulted<number | null>;
    sha256: Defaulted<Buffer | null>;
    has_thumbnail: Defaulted<boolean>;
    uploaders: Defaulted<number[]>;
  };
  message_media: {
    message_id: number;
    account_id: number;
    device_id: number;
    file_id: Defaulted<string>;
    kind: 'image' | 'video' | 'audio' | 'document' | 'sticker';
    state: Defaulted<'waiting' | 'stored' | 'failed' | 'removed'>;
    reason: Defaulted<string | null>;
    source: Defaulted<Buffer | null>;
    mimetype: Defaulted<string | null>;
    file_name: Defaulted<string | null>;
    size: Defaulted<number | null>;
    sha256: Defaulted<Buffer | null>;
    has_thumbnail: Defaulted<boolean>;
    attempts: Defaulted<number>;
    next_attempt_at: Date;
    claim_id: Defaulted<string | null>;
    created_at: Date;
    settled_at: Defaulted<Date | null>;
    removed_at: Defaulted<Date | null>;
  };
}
