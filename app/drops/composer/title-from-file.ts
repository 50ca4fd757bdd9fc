import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';

/** Names that phones, recorders and messengers generate: they don't describe the sound. */
const MACHINE_NAMES: readonly RegExp[] = [
  /^(aud|msf|ptt|vid|img|mvi|dji|gopr|rec|voice|voix|audio|video|record|recording|memo|track|piste|clip|sound|file)?[\s\d.:()ap m]*(wa\d+)?$/i,
  /^whatsapp (audio|ptt|video)\b/i,
  /^(nouvel enregistrement|enregistrement|new recording|recording|mémo vocal|note vocale|voice (memo|recorder)|sans titre|untitled)[\s\d.:()h]*$/i,
  // A UUID, or another long key.
  /^[0-9a-f]{8}( ?[0-9a-f]{4}){3} ?[0-9a-f]{12}$/i,
];

/** Proposes a title from a file's name, without its ending and with spaces. Empty for a generated name. */
export function titleFromFile(fileName: string): string {
  // macOS stores letters and their accents separately.
  const stem = fileName.normalize('NFC').replace(/\.(?=\d*[a-z])[a-z0-9]{1,5}$/i, '');
  const spaced = stem.replace(/[_+]+/g, ' ').trim();
  const title = (/\s/.test(spaced) ? spaced : spaced.replace(/-+/g, ' ')).replace(/\s+/g, ' ').trim();
  const words = title.replace(/-/g, ' ');
  return MACHINE_NAMES.some((name) => name.test(words)) ? '' : title.slice(0, TEXT_LINE_MAX).trim();
}
