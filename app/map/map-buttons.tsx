import { Flag, ListMusic, LocateFixed, Search } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../places/places.ts';
import { FIRST_FIX_ZOOM, PLACE_ZOOM } from '../platform/map/projection.ts';
import { onKey } from '../platform/page/page-events.ts';
import { inScope } from '../platform/scope.ts';
import { location, openLocationOverlay, requestLocation } from '../position/location.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { listening } from '../walk/listening.ts';
import { following, followWalker } from '../walk/map-focus.ts';
import { middleOf } from './layers/shape-geometry.ts';
import styles from './map-buttons.module.css';
import type { MapView } from './map-view.ts';
import { mapStrings } from './map-words.ts';
import { searchStrings } from './search/search-words.ts';

/** Props of {@link MapButtons}. */
export interface MapButtonsProps {
  readonly view: MapView | null;
  /** Whether the list is open beside the map; a sheet hides its button. */
  readonly isListOpen: boolean;
  readonly onToggleList: () => void;
  readonly isSearchOpen: boolean;
  readonly onToggleSearch: () => void;
  /** The button that opens the search; the focus returns to it. */
  readonly searchRef: Ref<HTMLButtonElement>;
}

/** The buttons beside the map: own position, first place, search, list of places. */
export function MapButtons({
  view,
  isListOpen,
  onToggleList,
  isSearchOpen,
  onToggleSearch,
  searchRef,
}: MapButtonsProps) {
  const { list } = useSnapshot(places);
  const { fix, isFalse } = useSnapshot(location);
  const { onSite } = useSnapshot(listening).walk;
  const { isOn: isFollowing } = useSnapshot(following);
  const [glows, setGlows] = useState(true);
  const first = list[0];
  // Escape hides a name that lies over the map, until another one is asked for.
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => inScope((scope) => onKey(scope, ({ key }) => setQuiet((was) => was || key === 'Escape'))), []);
  const showNames = (): void => setQuiet(false);

  const locate = (): void => {
    if (fix === null) {
      openLocationOverlay();
      requestLocation();
    } else if (onSite && !isFalse) followWalker();
    else view?.flyTo([fix.lng, fix.lat], FIRST_FIX_ZOOM);
  };
  const flyToFirst = (): void => {
    setGlows(false);
    if (first !== undefined) view?.flyTo(middleOf(first.feature), PLACE_ZOOM);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes hover and focus.
    <div className={styles.buttons} data-quiet={isQuiet || undefined} onPointerLeave={showNames} onFocus={showNames}>
      <IconButton
        variant="floating"
        title=""
        label={isFollowing ? mapStrings.following : mapStrings.locateMe}
        icon={<LocateFixed size={20} aria-hidden />}
        active={isFollowing}
        disabled={view === null && fix !== null}
        onClick={locate}
      />
      <IconButton
        variant="floating"
        title=""
        label={first === undefined ? mapStrings.flyToNone : mapStrings.flyToFirst}
        icon={<Flag size={20} aria-hidden />}
        disabled={view === null || first === undefined}
        className={glows && view !== null && first !== undefined ? (styles.glow ?? '') : ''}
        onClick={flyToFirst}
      />
      <IconButton
        ref={searchRef}
        variant="floating"
        title=""
        label={searchStrings.toggle}
        icon={<Search size={20} aria-hidden />}
        aria-expanded={isSearchOpen}
        active={isSearchOpen}
        onClick={onToggleSearch}
      />
      <IconButton
        variant="floating"
        title=""
        label={mapStrings.placeList}
        icon={<ListMusic size={20} aria-hidden />}
        aria-expanded={isListOpen}
        active={isListOpen}
        onClick={onToggleList}
      />
    </div>
  );
}
