import { MapPin, X } from 'lucide-react';
import { type MapLibreMap, Marker } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { IconButton } from '../../ui/icon-button.tsx';
import { foundAddress, unmarkAddress } from '../search/found-address.ts';
import { searchStrings } from '../search/search-words.ts';
import styles from './address-pin.module.css';

/** The last found address, as a pin with its name and a button to remove it. */
export function AddressPin({ map }: { readonly map: MapLibreMap }) {
  const { shown } = useSnapshot(foundAddress);
  const [element] = useState(createElement);
  const [lng, lat] = shown?.position ?? [];

  useEffect(() => {
    if (lng === undefined || lat === undefined) return;
    const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([lng, lat]).addTo(map);
    return () => {
      marker.remove();
    };
  }, [map, element, lng, lat]);

  if (shown === null) return null;
  return createPortal(
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div role="group" aria-label={searchStrings.found(shown.name)} className={styles.pin}>
      <div className={styles.label}>
        <span className={styles.name}>{shown.name}</span>
        <IconButton
          label={searchStrings.removePin}
          icon={<X size={18} aria-hidden />}
          onClick={(event) => {
            // The map behind would treat it as a tap on empty ground.
            event.stopPropagation();
            unmarkAddress();
          }}
        />
      </div>
      <MapPin size={36} className={styles.icon} aria-hidden />
    </div>,
    element,
  );
}

function createElement(): HTMLElement {
  const element = document.createElement('div');
  // Otherwise MapLibre makes it an image, whose button screen readers would not find.
  element.setAttribute('role', 'none');
  return element;
}
