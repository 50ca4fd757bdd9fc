/** The longest part of a file's name that is taken from a label. */
const LENGTH_MAX = 60;

/** A file's name, so that the pictures of several links are told apart: letters without accents, digits and hyphens. */
export function qrFileName(name: string, extension: 'svg' | 'png'): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replace(/^-|-$/g, '');
  return `${plain === '' ? 'invitation' : `invitation-${plain}`}.${extension}`;
}
