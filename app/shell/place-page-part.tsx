import { useEffect } from 'react';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { PictureGallery } from '../tellings/pictures/picture-gallery.tsx';
import { PlacePage } from '../tellings/place-page.tsx';
import { PagePlayer } from '../walk/page-player.tsx';

/** The page of a place, with the player of the walk. @param onShown called once it is there and has the focus */
export function PlacePagePart({
  placeId,
  isDocked,
  onShown,
}: {
  readonly placeId: PlaceId;
  readonly isDocked: boolean;
  readonly onShown?: () => void;
}) {
  useEffect(() => onShown?.(), [onShown]);
  return (
    <PlacePage
      placeId={placeId}
      isDocked={isDocked}
      renderPlayer={(id) => <PagePlayer placeId={id} />}
      renderPictures={(pictures) => <PictureGallery pictures={pictures} />}
    />
  );
}
