import { linkPath } from '../../../contracts/link.ts';
import { OfflineModeError } from '../net/api.ts';
import { fetchOwn, isOffline } from '../net/reach.ts';
import { openStoredFile } from '../packs/stored-files.ts';
import { storedPacksOpened } from '../packs/stored-packs.ts';

/** File endings that the interface names. Other kinds are read as well: the content decides, not the name. */
export const ACCEPTED_ENDINGS: readonly string[] = '.wav .mp3 .flac .webm .m4a .caf .ogg .opus .mp4'.split(' ');

/** Other endings that recorders, phones and messengers write. */
const OTHER_ENDINGS = [
  '.qta .mov .m4b .m4r .aac .3gp .3gpp .3ga .3g2 .amr .awb .aif .aiff .aifc .oga .weba .mka .mkv .mp2 .mpga .wma .au',
  '.w64 .wv .ape .spx .m4v .avi .asf .wmv .flv .mpg .mpeg .vob .ts .mts .m2ts .ac3 .dts .tta .voc .dsf .ra .rm .snd',
  '.sph .gsm .mpc',
].flatMap((endings) => endings.split(' '));

/**
 * File types that the system's dialog offers, as an `accept` attribute. A dialog greys out a file that it can't match:
 * iOS knows m4a by `audio/x-m4a` and `.m4a` but not by `audio/mp4`, and caf only by `.caf`; Android matches by type
 * alone and gives files with an unknown or missing ending the type `application/octet-stream`. Only the sound of a film
 * is used.
 */
export const OFFERED_AUDIO: string = [
  ...['audio/*', 'video/*', 'application/ogg', 'application/octet-stream'],
  ...['audio/mp4', 'audio/x-m4a', 'audio/x-caf', 'video/quicktime'],
  ...[...ACCEPTED_ENDINGS, ...OTHER_ENDINGS],
].join(',');

/**
 * Types of files that are never sound. Not a list of allowed types, because systems invent types for sounds: a camera's
 * video is a `model/vnd.mts` or, if its name ends with `.ts`, a `text/vnd.trolltech.linguist` on some systems.
 */
const OTHER_TYPE =
  /^(?:image|font)\/|^(?:text|model)\/(?!vnd\.)|^application\/(?:pdf|zip|gzip|json|xml|rtf|msword|gpx\+xml|vnd\.(?:ms-(?!asf|wm)|openxmlformats|oasis))/;

/** Whether a file is worth trying: its type doesn't rule it out. A file that is being dragged has no name yet. */
export function mayBeAudio({ type, name }: { readonly type: string; readonly name?: string | undefined }): boolean {
  if (!OTHER_TYPE.test(type)) return true;
  return [...ACCEPTED_ENDINGS, ...OTHER_ENDINGS].some((ending) => name?.toLowerCase().endsWith(ending));
}

/** True if a link leads to a WAV, the only format from which renditions are made. */
export function isWav(link: string): boolean {
  return extensionOf(link) === 'wav';
}

/** Returns the name under which a master is downloaded. The browser replaces characters that file names can't have. */
export function nameMaster(placeName: string, link: string): string {
  return `${placeName}.${extensionOf(link)}`;
}

function extensionOf(link: string): string {
  return /\.(\w+)(\?|$)/.exec(link)?.[1] ?? 'wav';
}

/**
 * Opens a file by its signed link, which is the permission: from the device if a whole pack holds it, otherwise from
 * the network.
 *
 * @throws Error in the specification's words if refused; OfflineModeError; the browser's own; the signal's reason
 */
export async function openMedia(link: string, signal: AbortSignal): Promise<Blob> {
  await storedPacksOpened();
  const stored = await openStoredFile(link);
  signal.throwIfAborted();
  if (stored !== null) return stored;
  if (isOffline()) throw new OfflineModeError();
  const response = await fetchOwn(link, { signal });
  if (response.ok) return response.blob();
  // For logs and tests, so without the link's signature; the screen words it differently.
  throw new Error(`Failed to fetch ${linkPath(link)}: ${response.status} (${response.statusText})`);
}

/** Reads a file as {@link openMedia} opens it. */
export async function readMedia(link: string, signal: AbortSignal): Promise<ArrayBuffer> {
  return (await openMedia(link, signal)).arrayBuffer();
}
