import type { MediaLink } from '../../contracts/place.ts';

/** Audio as places list it: a master whose length nobody knows, without waveform or rendition, unless told otherwise. */
export function mediaLink(told: Partial<MediaLink> = {}): MediaLink {
  return { link: '/v1/media/a.wav', length: null, peaks: null, rendition: null, loudness: null, ...told };
}
