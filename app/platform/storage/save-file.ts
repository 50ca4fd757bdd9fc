/** Downloads a file to the person's device. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}

const REVOKE_MS = 60_000;
