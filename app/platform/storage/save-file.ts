/** Downloads a file to the person's device. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  saveAddress(url, file.name);
  // By then the download has started.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}

/** Downloads the content of an address of our own origin under this name. */
export function saveAddress(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

const REVOKE_MS = 60_000;
