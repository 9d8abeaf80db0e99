import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny';

/** Puts recorded Opus from WebM into Ogg, the one form that phones show as a voice note. Nothing is encoded again. */
export async function toOgg(recorded: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(recorded), formats: [WEBM] });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The recording has no sound.');
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const packets = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(packets);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets())
    await packets.add(packet, { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new Error('The recording was not written.');
  return new Blob([target.buffer]);
}
