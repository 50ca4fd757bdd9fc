import type { PackView } from '../../../app/packs/pack-view.ts';
import type { Pack, PackFile } from '../../../contracts/pack.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';

/** The content of a file of a pack, by the last part of its path. */
export type Contents = Readonly<Record<string, string>>;

const KINDS: Readonly<Record<string, PackFile['kind']>> = {
  m4a: 'audio',
  dat: 'waveform',
  webp: 'picture',
  pmtiles: 'map',
};

/** A manifest of files with these contents, in their order. The name's ending says what kind a file is. */
export async function packOf(parcoursId: number, version: string, contents: Contents, signature = 'a'): Promise<Pack> {
  const files = Object.entries(contents).map(async ([name, text]): Promise<PackFile> => {
    const bytes = new TextEncoder().encode(text);
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    return {
      sha256: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
      bytes: bytes.length,
      kind: KINDS[name.split('.').at(-1) ?? ''] ?? 'picture',
      link: `/v1/media/${name}?signature=${signature}`,
    };
  });
  const map = { id: ParcoursId.parse(parcoursId), name: 'Le quai', description: 'Pas à pas', image_url: null };
  return { version, map: { ...map, privilege: 'guest' }, places: [], files: await Promise.all(files) };
}

/** A pack of which nothing is on the device, unless `given` says otherwise. */
export function packView(given: Partial<PackView> = {}): PackView {
  return {
    phase: 'none',
    isWhole: false,
    hasUpdate: false,
    isLost: false,
    isDamaged: false,
    bytes: 6_400_000,
    files: 28,
    bytesHere: 0,
    filesHere: 0,
    failure: null,
    ...given,
  };
}
