/** True if a link leads to a WAV, the only format of which renditions are made. */
export function isWav(link: string): boolean {
  return extensionOf(link) === 'wav';
}

/** The name under which a master is downloaded. The browser replaces characters that file names can't have. */
export function nameMaster(placeName: string, link: string): string {
  return `${placeName}.${extensionOf(link)}`;
}

/** Of a link to `/folder/file.wav?query`: `wav`. */
function extensionOf(link: string): string {
  return /\.(\w+)(\?|$)/.exec(link)?.[1] ?? 'wav';
}
