import type { Scope } from '../../app/platform/scope.ts';

/** A microphone that hears a tone, until the scope is disposed. */
export function soundingStream(scope: Scope): MediaStream {
  const context = new AudioContext();
  const tone = new OscillatorNode(context);
  const stream = new MediaStreamAudioDestinationNode(context);
  tone.connect(stream);
  tone.start();
  scope.add(() => void context.close());
  return stream.stream;
}
