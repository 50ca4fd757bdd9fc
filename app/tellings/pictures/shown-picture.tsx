import { useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { packedFile } from '../../../contracts/picture-files.ts';
import type { Picture } from '../../../contracts/telling.ts';
import { network } from '../../page/network.ts';
import { offlineMode } from '../../page/offline.ts';
import { findPicture } from '../../parcours/information/parcours-picture.ts';
import { inScope } from '../../platform/scope.ts';
import { PictureView } from '../../ui/picture-view.tsx';
import { refreshWords } from '../words.ts';
import { picturesStrings as words } from './pictures-words.ts';

/** A picture with what it shows in the words that were picked for the walker; null if nobody has described it. */
export interface DescribedPicture extends Picture {
  readonly description: { readonly text: string; readonly language: string } | null;
}

interface ShownPictureProps {
  readonly picture: DescribedPicture;
  readonly sizes: string;
  readonly className?: string | undefined;
}

/**
 * A picture from the pack of its parcours, or from the network; tried again when that is back, and with a fresh link where
 * one has expired in the hours that a page has been open.
 */
export function ShownPicture(props: ShownPictureProps) {
  const { isOnline } = useSnapshot(network);
  const { isOn } = useSnapshot(offlineMode);
  return <FoundPicture key={`${props.picture.id} ${isOnline} ${isOn}`} {...props} />;
}

function FoundPicture({ picture, sizes, className }: ShownPictureProps) {
  const found = useCopy(packedFile(picture.files)?.link ?? null);
  if (found === 'opening') return <span className={className} />;
  return (
    <PictureView
      picture={picture}
      alt={picture.description?.text ?? ''}
      lang={picture.description?.language}
      sizes={sizes}
      copy={found === 'network' ? undefined : found.address}
      missing={words.missing}
      className={className}
      // Words that are as they were are not sent, and lead to no other try.
      onFailed={found === 'network' ? () => void refreshWords() : undefined}
    />
  );
}

/** Finds the stored copy of a file: a null address if neither the device nor the network has the picture. */
function useCopy(link: string | null): 'opening' | 'network' | { readonly address: string | null } {
  const [found, setFound] = useState<ReturnType<typeof useCopy>>('opening');
  // Before the first paint, so that a picture of the network is asked for at once.
  useLayoutEffect(() => {
    if (link === null) return setFound('network');
    return inScope((scope) => {
      findPicture(scope, link, (address) => setFound(address === link ? 'network' : { address }));
    });
  }, [link]);
  return found;
}
