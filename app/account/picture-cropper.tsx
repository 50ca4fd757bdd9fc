import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { PictureCrop } from '../platform/page/picture.ts';
import styles from './profile-screen.module.css';
import { profileStrings } from './profile-words.ts';

/** Beyond this zoom the pixels of a picture become visible. */
const ZOOM_MAX = 4;

/** Crops a picture to a square, moved and zoomed by touch, mouse or keyboard. */
export function PictureCropper({
  url,
  onCrop,
}: {
  readonly url: string;
  readonly onCrop: (crop: PictureCrop) => void;
}) {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={styles.cropper} data-drag>
        <Cropper
          image={url}
          crop={position}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onCrop(pixels)}
        />
      </div>
      <label className={styles.zoom}>
        <span>{profileStrings.zoom}</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </>
  );
}
