import { Printer } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { encodeQr } from '../../parcours/invite/sharing.ts';
import { parcours } from '../../parcours/parcours.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { readOrigin } from '../../platform/page/page-events.ts';
import { printPage } from '../../platform/page/share.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { OptionCards } from '../../ui/option-cards.tsx';
import { PrintedPage } from '../../ui/printed-page.tsx';
import { QrDrawing } from '../../ui/qr-drawing.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './print.module.css';
import { printStrings as words } from './print-words.ts';
import { type Paper, type PrintedCode, pagesOf, printedCodes } from './printed-codes.ts';

const PAPERS: readonly Paper[] = ['a4', 'a6'];

/** Chooses the paper of a parcours' codes, and prints them; once asked for, they are what the browser prints while it is open. */
export function PrintSheet({ parcoursId, onClose }: { readonly parcoursId: ParcoursId; readonly onClose: () => void }) {
  const { list } = useSnapshot(places);
  const [paper, setPaper] = useState<Paper>('a4');
  const { codes, left } = useMemo(() => printedCodes(list, parcoursId, readOrigin()), [list, parcoursId]);
  const name = useSnapshot(parcours).list.find(({ id }) => id === parcoursId)?.name ?? '';
  const pages = pagesOf(codes, paper);
  const [first] = codes;
  const [prints, setPrints] = useState(0);
  // After the pages are drawn, which for a thousand places takes a while.
  useEffect(() => {
    if (prints > 0) printPage();
  }, [prints]);
  return (
    <Sheet title={words.title} description={words.lead} onClose={onClose}>
      {first === undefined ? (
        <EmptyState title={words.none} hint={words.noneHint} />
      ) : (
        <div className={layout.stack4}>
          <OptionCards
            label={words.paper}
            options={PAPERS.map((value) => ({ value, ...words.papers[value] }))}
            chosen={paper}
            onChoose={setPaper}
          />
          <figure className={styles.sample} aria-label={words.sample}>
            <Code code={first} />
          </figure>
          <p aria-live="polite">{words.count(codes.length, pages.length)}</p>
          {left > 0 && <Hint>{words.left(left)}</Hint>}
          <div className={layout.stack1}>
            <Button wide icon={<Printer size={18} aria-hidden />} onClick={() => setPrints((count) => count + 1)}>
              {words.print}
            </Button>
            <Hint>{words.printHint}</Hint>
          </div>
          {prints > 0 && (
            <PrintedPage className={styles[paper]}>
              {pages.map((page, at) => (
                <div key={page[0]?.id} className={styles.page}>
                  {paper === 'a4' && <Head name={name} page={at + 1} pages={pages.length} />}
                  <div className={styles.codes}>
                    {page.map((code) => (
                      <Code key={code.id} code={code} name={paper === 'a6' ? name : ''} />
                    ))}
                  </div>
                </div>
              ))}
            </PrintedPage>
          )}
        </div>
      )}
    </Sheet>
  );
}

/** The line above a sheet of codes. */
function Head({ name, page, pages }: { readonly name: string; readonly page: number; readonly pages: number }) {
  return (
    <p className={styles.head}>
      <span>{name}</span>
      <span>
        {strings.app.name}
        {pages > 1 && ` · ${page}/${pages}`}
      </span>
    </p>
  );
}

/** One place's code. `name` is the parcours', where it stands alone. */
function Code({
  code: { name: title, step, code, address, url },
  name = '',
}: {
  readonly code: PrintedCode;
  readonly name?: string;
}) {
  const shown = formatPlaceName(title);
  const shape = useMemo(() => encodeQr(url), [url]);
  return (
    <div className={styles.code}>
      <p className={styles.listen}>{words.listen}</p>
      <QrDrawing shape={shape} title={words.qr(shown)} className={styles.qr} />
      <p className={styles.sign}>{code}</p>
      <p className={styles.name}>
        {step !== undefined && <span className={styles.step}>{step}</span>}
        <span className={styles.title}>{shown}</span>
      </p>
      {name !== '' && <p className={styles.how}>{words.how}</p>}
      <p className={styles.address}>{address}</p>
      {name !== '' && <p className={styles.parcours}>{name}</p>}
    </div>
  );
}
