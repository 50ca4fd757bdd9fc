import { Download, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Privilege } from '../../../contracts/vocabulary.ts';
import { paintPng, printPage } from '../../platform/page/printing.ts';
import { saveFile } from '../../platform/storage/save-file.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import { qrFileName } from './file-name.ts';
import styles from './invite-maker.module.css';
import { PrintSheet } from './print-sheet.tsx';
import { QrDrawing } from './qr-drawing.tsx';
import { encodeQr, toSvgFile } from './qr-shape.ts';
import { sharingStrings } from './sharing-words.ts';

const words = sharingStrings;
/** Gives a side of about 700 pixels: sharp on an A5 page. */
const PNG_MODULE_PX = 16;

/** A link as a QR code, large enough to scan across a table, as a picture file, and as a sheet to print. */
export function QrCode({
  link,
  mapName,
  privilege,
  label,
  onClose,
}: {
  readonly link: string;
  readonly mapName: string;
  readonly privilege: Privilege;
  readonly label: string | null;
  readonly onClose: () => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const shape = useMemo(() => encodeQr(link), [link]);
  const title = words.qrTitle(mapName, privilege);
  const name = label ?? mapName;

  const savePng = async (): Promise<void> => {
    const png = await paintPng(shape, PNG_MODULE_PX);
    setFailure(png === null ? words.qrFailed : null);
    if (png !== null) saveFile(new File([png], qrFileName(name, 'png'), { type: 'image/png' }));
  };

  return (
    <Lightbox title={title} description={words.qrHint} closeLabel={strings.app.close} onClose={onClose}>
      <QrDrawing shape={shape} title={title} className={styles.qr} />
      {failure !== null && <Alert>{failure}</Alert>}
      <div className={styles.ways}>
        <Button variant="secondary" icon={<Download size={18} aria-hidden />} onClick={() => void savePng()}>
          {words.qrPng}
        </Button>
        <Button
          variant="secondary"
          icon={<Download size={18} aria-hidden />}
          onClick={() =>
            saveFile(new File([toSvgFile(shape, title)], qrFileName(name, 'svg'), { type: 'image/svg+xml' }))
          }
        >
          {words.qrSvg}
        </Button>
        <Button variant="secondary" icon={<Printer size={18} aria-hidden />} onClick={printPage}>
          {words.print}
        </Button>
      </div>
      <PrintSheet shape={shape} link={link} mapName={mapName} privilege={privilege} label={label} />
    </Lightbox>
  );
}
