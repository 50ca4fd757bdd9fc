import { type ReactNode, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Parcours } from '../../../contracts/parcours.ts';
import type { Picked } from '../../../contracts/pick-telling.ts';
import { encodeQr } from '../../parcours/invite/sharing.ts';
import { inOrder } from '../../places/order/in-order.ts';
import { formatNumberedName } from '../../places/place-words.ts';
import { saidIn } from '../../tellings/cues.ts';
import { useParcoursName } from '../../tellings/parcours-name.ts';
import { type PickedPlace, picked } from '../../tellings/picked.ts';
import { tellingStrings } from '../../tellings/tellings-words.ts';
import { strings } from '../../ui/common-words.ts';
import { langOf } from '../../ui/language.ts';
import { PrintedPage } from '../../ui/printed-page.tsx';
import { Prose } from '../../ui/prose.tsx';
import { QrDrawing } from '../../ui/qr-drawing.tsx';
import { writtenIn } from '../../ui/written-in.ts';
import { exportStrings as words } from './export-words.ts';
import styles from './printed-parcours.module.css';

/** What {@link PrintedParcours} prints. */
export interface PrintableParcours {
  readonly parcours: Pick<Parcours, 'id' | 'name' | 'description'>;
  /** Its page for people without an account; null if it has none. */
  readonly publicUrl: string | null;
  /** What visitors should know of it. */
  readonly facts: ReactNode;
}

/**
 * A parcours on paper, as this walker reads it: its name and description, what visitors should know, then each place that all
 * members see, in their order, with its text and what is said there.
 */
export function PrintedParcours({ parcours, publicUrl, facts }: PrintableParcours) {
  const { list, byId } = useSnapshot(picked);
  const { name, description, lang } = useParcoursName(parcours);
  const shown = list.filter(({ map, held, draft }) => map.id === parcours.id && held === undefined && draft !== true);
  return (
    <PrintedPage className={styles.document}>
      <header className={styles.head}>
        <div>
          <p className={styles.app}>{strings.app.name}</p>
          <h1 lang={lang}>{name}</h1>
          <p lang={lang} className={styles.description}>
            {description}
          </p>
        </div>
        {publicUrl !== null && <PublicCode url={publicUrl} name={name} />}
      </header>
      {facts}
      {inOrder(shown).map((place) => (
        <PrintedPlace key={place.id} place={place} said={byId.get(place.id)} />
      ))}
    </PrintedPage>
  );
}

function PublicCode({ url, name }: { readonly url: string; readonly name: string }) {
  const shape = useMemo(() => encodeQr(url), [url]);
  return (
    <figure className={styles.code}>
      <QrDrawing shape={shape} title={name} className={undefined} />
      <figcaption>
        {words.listen}
        <br />
        {url.replace(/^https?:\/\//, '')}
      </figcaption>
    </figure>
  );
}

function PrintedPlace({ place, said }: { readonly place: PickedPlace; readonly said: Picked | undefined }) {
  const { text = null, link = null, transcript = null } = said ?? {};
  return (
    <article className={styles.place}>
      <h2 {...writtenIn(place.language)}>{formatNumberedName(place)}</h2>
      {text !== null && <Prose text={text.text} lang={langOf(text.language)} />}
      {link !== null && <p className={styles.link}>{link}</p>}
      {transcript !== null && (
        <section className={styles.said}>
          <h3>{words.said}</h3>
          <p {...writtenIn(transcript.language)}>{saidIn(transcript.vtt, tellingStrings.saidBy)}</p>
        </section>
      )}
    </article>
  );
}
