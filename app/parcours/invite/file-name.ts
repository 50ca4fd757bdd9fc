/** The longest part of a file name that is taken from a label. */
const LENGTH_MAX = 60;

/** Makes a file name of letters without accents, digits and hyphens, distinct for each link's name. */
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
