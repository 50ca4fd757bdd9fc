import { Download, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { formatNumberedName } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { paintPng } from '../../platform/page/picture.ts';
import { printPage } from '../../platform/page/share.ts';
import { saveFile } from '../../platform/storage/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Alert } from '../../ui/message.tsx';
import { PrintedPage } from '../../ui/printed-page.tsx';
import { QrDrawing } from '../../ui/qr-drawing.tsx';
import { Lightbox } from '../../ui/sheet.tsx';
import styles from './invite-maker.module.css';
import sheet from './print-sheet.module.css';
import { encodeQr, type QrShape, qrFileName, toSvgFile } from './sharing.ts';
import { sharingStrings } from './sharing-words.ts';

const words = sharingStrings;
/** With a line for the others, two columns of an A4 page below the code, whose name may take two lines. */
const PRINTED_STEPS_MAX = 15;
/** Gives a side of about 700 pixels: sharp on an A5 page. */
const PNG_MODULE_PX = 16;

/** A link as a QR code, large enough to scan across a table, as a picture file, and as a sheet to print. */
export function QrCode({
  parcoursId,
  link,
  mapName,
  privilege,
  label,
  onClose,
}: {
  readonly parcoursId: ParcoursId;
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
    <Lightbox title={title} description={words.qrHint} onClose={onClose}>
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
      <PrintSheet {...{ parcoursId, shape, link, mapName, privilege, label }} />
    </Lightbox>
  );
}

/** The page that is printed instead of the app while mounted: a parcours's name, its QR code, its link, and instructions. */
function PrintSheet({
  parcoursId,
  shape,
  link,
  mapName,
  privilege,
  label,
}: {
  readonly parcoursId: ParcoursId;
  readonly shape: QrShape;
  readonly link: string;
  readonly mapName: string;
  readonly privilege: Privilege;
  readonly label: string | null;
}) {
  return (
    <PrintedPage className={sheet.sheet}>
      <p className={sheet.app}>{strings.app.name}</p>
      <p className={sheet.map}>{mapName}</p>
      <p className={sheet.how}>{privilege === 'guest' ? words.sheet.guest : words.sheet.others}</p>
      <QrDrawing shape={shape} title={mapName} className={sheet.qr} />
      <p>{words.sheet.or}</p>
      <p className={sheet.link}>{link}</p>
      {privilege === 'guest' && <PrintedSteps parcoursId={parcoursId} />}
      {label === null ? null : <p className={sheet.label}>{label}</p>}
    </PrintedPage>
  );
}

/** The numbered places of a parcours; as many as a page has room for. */
function PrintedSteps({ parcoursId }: { readonly parcoursId: ParcoursId }) {
  const { list } = useSnapshot(places);
  const steps = list.filter(({ map, step }) => map.id === parcoursId && step !== undefined);
  if (steps.length === 0) return null;
  const left = steps.length - PRINTED_STEPS_MAX;
  return (
    <ol className={sheet.steps}>
      {steps.slice(0, PRINTED_STEPS_MAX).map((place) => (
        <li key={place.id}>{formatNumberedName(place)}</li>
      ))}
      {left > 0 && <li>{words.sheet.moreSteps(left)}</li>}
    </ol>
  );
}
