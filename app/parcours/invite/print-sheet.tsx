import { createPortal } from 'react-dom';
import type { Privilege } from '../../../contracts/vocabulary.ts';
import { strings } from '../../ui/common-words.ts';
import styles from './print-sheet.module.css';
import { QrDrawing } from './qr-drawing.tsx';
import type { QrShape } from './qr-shape.ts';
import { sharingStrings } from './sharing-words.ts';

/** The page that is printed instead of the app while mounted: a map's name, its QR code, its link, and instructions. */
export function PrintSheet({
  shape,
  link,
  mapName,
  privilege,
  label,
}: {
  readonly shape: QrShape;
  readonly link: string;
  readonly mapName: string;
  readonly privilege: Privilege;
  readonly label: string | null;
}) {
  const words = sharingStrings.sheet;
  return createPortal(
    <section className={styles.sheet} aria-hidden>
      <p className={styles.app}>{strings.app.name}</p>
      <p className={styles.map}>{mapName}</p>
      <p className={styles.how}>{privilege === 'guest' ? words.guest : words.others}</p>
      <QrDrawing shape={shape} title={mapName} className={styles.qr} />
      <p>{words.or}</p>
      <p className={styles.link}>{link}</p>
      {label === null ? null : <p className={styles.label}>{label}</p>}
    </section>,
    document.body,
  );
}
