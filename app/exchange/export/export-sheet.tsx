import { Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ExportFormat, RANDONNEE_STEPS_MIN } from '../../../contracts/calls/exchange-calls.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { countSteps } from '../../places/order/in-order.ts';
import { places } from '../../places/places.ts';
import { printPage } from '../../platform/page/share.ts';
import { words as said } from '../../tellings/words.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './export.module.css';
import { exportStrings as words } from './export-words.ts';
import { downloadParcours, type SavedFile } from './parcours-export.ts';
import { type PrintableParcours, PrintedParcours } from './printed-parcours.tsx';

/**
 * Exports a parcours as a file, and prints it.
 *
 * @param mayDownload whether the person may have it as a file
 */
export function ExportSheet({
  mayDownload,
  onClose,
  ...printed
}: PrintableParcours & { readonly mayDownload: boolean; readonly onClose: () => void }) {
  const { id, name } = printed.parcours;
  const [format, setFormat] = useState<ExportFormat>('zip');
  /** Null for a download that the browser shows. */
  const [saved, setSaved] = useState<SavedFile | null | undefined>(undefined);
  const { busy, failure, setFailure, run } = useAction((error) => words.failed(wordsFor(error)));
  const choose = (chosen: ExportFormat): void => {
    setFormat(chosen);
    setSaved(undefined);
    setFailure(null);
  };
  const download = (): Promise<void> =>
    run(async () => {
      setSaved(undefined);
      setSaved(await downloadParcours(id, name, format));
    });
  const foot = (
    <div className={layout.stack2}>
      {failure !== null && <Alert>{failure}</Alert>}
      {saved !== undefined && (
        <Notice tone="success">{saved === null ? words.begun : words.saved(saved.name, saved.bytes)}</Notice>
      )}
      <Button wide busy={busy} icon={<Download size={18} aria-hidden />} onClick={() => void download()}>
        {words.download}
      </Button>
    </div>
  );
  return (
    <Sheet
      title={mayDownload ? words.title : words.printTitle}
      description={name}
      foot={mayDownload ? foot : undefined}
      onClose={onClose}
    >
      <div className={layout.stack4}>
        {mayDownload && <FormatChoice parcoursId={id} chosen={format} disabled={busy} onChoose={choose} />}
        <PaperPart {...printed} />
      </div>
    </Sheet>
  );
}

function FormatChoice({
  parcoursId,
  chosen,
  disabled,
  onChoose,
}: {
  readonly parcoursId: ParcoursId;
  readonly chosen: ExportFormat;
  readonly disabled: boolean;
  readonly onChoose: (format: ExportFormat) => void;
}) {
  const { list } = useSnapshot(places);
  const hasLine = countSteps(list, parcoursId) >= RANDONNEE_STEPS_MIN;
  const options = ExportFormat.options.map((value) => {
    const isLineless = value === 'randonnee' && !hasLine;
    const { label, hint } = words.formats[value];
    return { value, label, hint: isLineless ? words.randonneeSteps : hint, disabled: isLineless };
  });
  return (
    <section className={layout.stack3}>
      <div>
        <h3 className={styles.heading}>{words.file}</h3>
        <Hint>{words.what}</Hint>
      </div>
      <div className={styles.formats}>
        <OptionCards label={words.format} {...{ options, chosen, disabled, onChoose }} />
      </div>
      {chosen === 'randonnee' && <RandonneeNotes parcoursId={parcoursId} />}
    </section>
  );
}

/** What somebody has to add before they publish the file. */
function RandonneeNotes({ parcoursId }: { readonly parcoursId: ParcoursId }) {
  const about = useSnapshot(said).byMap.get(parcoursId)?.about;
  return (
    <Notice>
      <p>{words.randonneeNote}</p>
      {about !== undefined && !about.facts.authors && <p>{words.randonneeAuthors}</p>}
    </Notice>
  );
}

function PaperPart(printed: PrintableParcours) {
  const [prints, setPrints] = useState(0);
  // The paper stays until the sheet is closed: not every browser waits here for its dialog.
  useEffect(() => {
    if (prints > 0) printPage();
  }, [prints]);
  return (
    <section className={layout.stack3}>
      <div>
        <h3 className={styles.heading}>{words.paper}</h3>
        <Hint>{words.paperHint}</Hint>
      </div>
      <Button
        variant="secondary"
        wide
        icon={<Printer size={18} aria-hidden />}
        onClick={() => setPrints((count) => count + 1)}
      >
        {words.print}
      </Button>
      {prints > 0 && <PrintedParcours {...printed} />}
    </section>
  );
}
