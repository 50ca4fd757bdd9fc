import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Lightbox } from '../../ui/lightbox.tsx';
import { mapPanes } from '../../words/maps/map-panes.ts';
import { strings } from '../../words/strings.ts';
import styles from './invite-maker.module.css';
import { encodeQr, toSvgFile } from './qr-shape.ts';

const words = mapPanes.sharing;

/** A link as a QR code, large enough to be read across a table, and as an SVG file for a poster. */
export function QrCode({
  link,
  title,
  onClose,
}: {
  readonly link: string;
  /** What the link leads to. */
  readonly title: string;
  readonly onClose: () => void;
}) {
  const shape = useMemo(() => encodeQr(link), [link]);
  return (
    <Lightbox title={title} description={words.qrHint} closeLabel={strings.app.close} onClose={onClose}>
      {/* White in the dark theme too: most readers need dark modules on a light ground. */}
      <svg className={styles.qr} viewBox={`0 0 ${shape.side} ${shape.side}`} role="img" shapeRendering="crispEdges">
        <title>{title}</title>
        <path fill="#fff" d={`M0 0h${shape.side}v${shape.side}h-${shape.side}z`} />
        <path fill="#000" d={shape.path} />
      </svg>
      <a
        className={styles.target}
        download={words.qrFile}
        href={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(toSvgFile(shape, title))}`}
      >
        <Download size={18} aria-hidden />
        {words.qrDownload}
      </a>
    </Lightbox>
  );
}
