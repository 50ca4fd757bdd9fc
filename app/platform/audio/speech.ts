import type { Scope } from '../scope.ts';

/** Longest text of one utterance, in characters: Chrome stops voices from the network after some 15 seconds. */
const UTTERANCE_MAX = 180;

function synthesis(): SpeechSynthesis | null {
  return 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : null;
}

/** Whether the platform has a voice in this language. Voices may arrive later: see {@link watchVoices}. */
export function hasVoice(language: string): boolean {
  return (
    synthesis()
      ?.getVoices()
      .some((voice) => isIn(voice, language)) ?? false
  );
}

/** Calls `onChange` each time voices arrive, until `scope` is disposed. */
export function watchVoices(scope: Scope, onChange: () => void): void {
  const voices = synthesis();
  if (voices !== null) scope.listen(voices, 'voiceschanged', onChange);
}

/** Lets a voice of the platform read a text, in parts, until `scope` is disposed. Calls `onEnd` once it has ended by itself. */
export function speak(scope: Scope, text: string, language: string, onEnd: () => void): void {
  const voices = synthesis();
  const voice = voices?.getVoices().find((candidate) => isIn(candidate, language));
  if (voices === null || voice === undefined) {
    onEnd();
    return;
  }
  voices.cancel();
  const parts = splitText(text);
  for (const [at, part] of parts.entries()) {
    const utterance = new SpeechSynthesisUtterance(part);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    if (at === parts.length - 1) scope.listen(utterance, 'end', onEnd);
    scope.listen(utterance, 'error', onEnd);
    voices.speak(utterance);
  }
  scope.add(() => voices.cancel());
}

function isIn({ lang }: SpeechSynthesisVoice, language: string): boolean {
  return lang.toLowerCase().split(/[-_]/)[0] === language;
}

/** Splits a text into sentences, and long ones between words. */
export function splitText(text: string, max = UTTERANCE_MAX): string[] {
  const sentences = text.match(/[^.!?…\n]+[.!?…]*\s*/g) ?? [];
  return sentences.flatMap((sentence) => {
    const parts: string[] = [];
    for (let left = sentence.trim(); left !== ''; ) {
      const space = left.length <= max ? -1 : left.lastIndexOf(' ', max);
      const end = left.length <= max ? left.length : space > 0 ? space : max;
      parts.push(left.slice(0, end));
      left = left.slice(end).trim();
    }
    return parts;
  });
}
