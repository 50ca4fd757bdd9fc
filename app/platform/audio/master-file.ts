/** True if a link leads to a WAV, the only format from which renditions are made. */
export function isWav(link: string): boolean {
  return extensionOf(link) === 'wav';
}

/** Returns the name under which a master is downloaded. The browser replaces characters that file names can't have. */
export function nameMaster(placeName: string, link: string): string {
  return `${placeName}.${extensionOf(link)}`;
}

/** Returns the extension of a link: `wav` for `/folder/file.wav?query`. */
function extensionOf(link: string): string {
  return /\.(\w+)(\?|$)/.exec(link)?.[1] ?? 'wav';
}
