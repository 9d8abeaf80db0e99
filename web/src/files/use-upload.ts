import { useEffect, useRef, useState } from 'react';
import type { Schema } from '../api/schemas.ts';
import { uploadFile } from '../api/upload.ts';

export type Media = Schema<'UploadedMedia'>;

type State =
  | { state: 'idle' }
  | { state: 'uploading'; file: File; share: number }
  | { state: 'failed'; file: File; problem: unknown };

export type Upload = State & {
  /** Another file takes the place of the one that is under way. Any file can be a document. */
  start: (file: File, type?: Media['type'] | null) => void;
  stop: () => void;
};

const IDLE: State = { state: 'idle' };

/** One file, which the gateway keeps as soon as it is chosen. */
export function useUpload(onStored: (media: Media) => void): Upload {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(null);
  const stop = () => {
    running.current?.abort();
    setState(IDLE);
  };
  const upload = async (file: File, type: Media['type'] | null) => {
    // After a failure, what has arrived of the same file stays.
    if (state.state === 'uploading') running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    setState({ state: 'uploading', file, share: 0 });
    const onProgress = (share: number) => !signal.aborted && setState({ state: 'uploading', file, share });
    try {
      const stored = await uploadFile(file, { type, signal, onProgress });
      setState(IDLE);
      // The same file may be stored under its own type already.
      onStored({ ...stored, type: type ?? stored.type });
    } catch (problem) {
      if (!signal.aborted) setState({ state: 'failed', file, problem });
    }
  };
  useEffect(() => () => running.current?.abort(), []);
  return { ...state, start: (file, type = null) => void upload(file, type), stop };
}
