const OGG = 'audio/ogg; codecs=opus';
const TYPES = [OGG, 'audio/webm; codecs=opus'];
/** A voice, as phones record it: an hour has 14 MB. */
const BITS_PER_SECOND = 32_000;
const LEVELS = 2_048;

export interface Recording {
  /** How loud it is now, from 0 to 1. */
  level(): number;
  /** The voice note. */
  stop(): Promise<File>;
  /** Ends the microphone. Repeated calls do nothing. */
  cancel(): void;
}

/** Browsers that record Opus. Old Safari does not. */
export const canRecord = (): boolean => recordedType() !== undefined && 'mediaDevices' in navigator;

const recordedType = () =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

/** Asks for the microphone. Throws a DOMException by the name of its reason, such as NotAllowedError. */
export async function record(): Promise<Recording> {
  const mimeType = recordedType() ?? OGG;
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const audio = new AudioContext();
  const cancel = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
    if (audio.state !== 'closed') void audio.close();
  };
  const level = levelOf(audio, stream);
  recorder.start();
  return {
    level,
    cancel,
    async stop() {
      const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
      cancel();
      await ended;
      const recorded = new Blob(pieces);
      const ogg = mimeType === OGG ? recorded : await (await import('./to-ogg.ts')).toOgg(recorded);
      return new File([ogg], 'voice-note.ogg', { type: OGG });
    },
  };
}

function levelOf(audio: AudioContext, stream: MediaStream): () => number {
  const analyser = audio.createAnalyser();
  analyser.fftSize = LEVELS;
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(LEVELS);
  return () => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / LEVELS;
    // Speech has about a tenth of the full power.
    return Math.min(1, 3 * Math.sqrt(power));
  };
}
