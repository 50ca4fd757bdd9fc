import { BookOpenText } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { ReportedText } from '../../../contracts/moderation.ts';
import type { Picture, PlaceWords, Telling } from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { saidIn } from '../../tellings/cues.ts';
import { picturesStrings } from '../../tellings/pictures/pictures-words.ts';
import { nameTelling, tellingStrings } from '../../tellings/tellings-words.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { langOf } from '../../ui/language.ts';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { PictureView } from '../../ui/picture-view.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import { useLoad } from '../../ui/use-action.ts';
import { writtenIn } from '../../ui/written-in.ts';
import styles from '../moderation.module.css';
import { StoryAudio } from '../story-audio.tsx';
import { readTexts } from './queue.ts';
import { queueStrings } from './queue-words.ts';

const words = queueStrings;

interface ReadTextsProps {
  readonly placeId: PlaceId;
  /** The place's name. */
  readonly name: string;
}

/** A button that opens a place's texts and pictures, even of a hidden place. */
export function ReadTexts(props: ReadTextsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <OpenTexts label={words.texts.open} name={props.name} onOpen={() => setOpen(true)} />
      {isOpen ? <TextsSheet {...props} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

interface ReadReportedTextsProps {
  /** Null if they were left out. */
  readonly texts: readonly ReportedText[] | null;
  /** The reported item's name at that time. */
  readonly name: string;
}

/** A button that opens what an item said when it was reported; nothing if it says the same now. */
export function ReadReportedTexts({ texts, name }: ReadReportedTextsProps) {
  const [isOpen, setOpen] = useState(false);
  if (texts === null) return <Hint breaks>{words.texts.leftOut}</Hint>;
  if (texts.length === 0) return null;
  return (
    <div>
      <OpenTexts label={words.texts.asReported} name={name} onOpen={() => setOpen(true)} />
      {isOpen ? (
        <Sheet
          title={words.actOn(words.texts.asReported, name)}
          description={words.texts.onlyTexts}
          onClose={() => setOpen(false)}
        >
          <ReadText>
            {texts.map((telling) => (
              <SaidTelling key={nameTelling(telling)} telling={{ ...telling, media: null }} placeName={name}>
                {telling.pictures.map(({ id, description }) => (
                  <Hint key={id} breaks>
                    {words.texts.picture} <span {...writtenIn(telling.language)}>{description}</span>
                  </Hint>
                ))}
              </SaidTelling>
            ))}
          </ReadText>
        </Sheet>
      ) : null}
    </div>
  );
}

interface OpenTextsProps {
  readonly label: string;
  readonly name: string;
  readonly onOpen: () => void;
}

function OpenTexts({ label, name, onOpen }: OpenTextsProps) {
  return (
    <Button
      variant="quiet"
      icon={<BookOpenText size={18} aria-hidden />}
      aria-haspopup="dialog"
      aria-label={words.actOn(label, name)}
      onClick={onOpen}
    >
      {label}
    </Button>
  );
}

/** Long texts without a control scroll by keys only from here. */
function ReadText({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <section className={layout.stack4} aria-label={words.texts.title} tabIndex={0}>
      {children}
    </section>
  );
}

function TextsSheet({ placeId, name, onClose }: ReadTextsProps & { readonly onClose: () => void }) {
  const read = useCallback(() => readTexts(placeId), [placeId]);
  const { value, failure, retry } = useLoad(read);
  return (
    <Sheet title={words.actOn(words.texts.title, name)} description={words.texts.asNow} onClose={onClose}>
      <div className={layout.stack4}>
        {failure === undefined ? null : (
          <RetryAlert onRetry={retry}>{words.texts.failed(wordsFor(failure))}</RetryAlert>
        )}
        {value === undefined && failure === undefined ? (
          <div className={layout.loading}>
            <Spinner size={28} label={words.texts.loading} />
          </div>
        ) : null}
        {value === undefined ? null : (
          <ReadText>
            <Said said={value} name={name} />
          </ReadText>
        )}
      </div>
    </Sheet>
  );
}

function Said({ said: { tellings, pictures }, name }: { readonly said: PlaceWords; readonly name: string }) {
  if (tellings.length === 0 && pictures.length === 0) return <Hint>{words.texts.none}</Hint>;
  return (
    <>
      {tellings.map((telling) => (
        <SaidTelling key={nameTelling(telling)} telling={telling} placeName={name} />
      ))}
      {pictures.map((picture) => (
        <ShownPicture key={picture.id} picture={picture} tellings={tellings} />
      ))}
    </>
  );
}

interface SaidTellingProps {
  readonly telling: Telling;
  readonly placeName: string;
  /** What it says of pictures. */
  readonly children?: ReactNode;
}

function SaidTelling({ telling, placeName, children }: SaidTellingProps) {
  const { name, text, link, transcript, media, language } = telling;
  const lang = langOf(language);
  const version = nameTelling(telling);
  return (
    <section className={layout.stack2}>
      <h3 className={styles.name}>{version}</h3>
      {name === '' ? null : (
        <p className={typography.label} {...writtenIn(language)}>
          {name}
        </p>
      )}
      {text === '' ? null : <Prose text={text} lang={lang} />}
      {/* Not to be followed by mistake: a reported link may lead anywhere. */}
      {link === null ? null : <Hint breaks>{link}</Hint>}
      {media === null ? null : <StoryAudio media={media} name={words.soundOf(placeName, version)} />}
      {transcript === null ? null : <SaidTranscript vtt={transcript.vtt} language={language} />}
      {children}
    </section>
  );
}

function SaidTranscript({ vtt, language }: { readonly vtt: string; readonly language: string }) {
  const text = useMemo(() => saidIn(vtt, tellingStrings.saidBy), [vtt]);
  return (
    <>
      <h4 className={typography.label}>{tellingStrings.transcript}</h4>
      <blockquote className={typography.quote} {...writtenIn(language)}>
        {text}
      </blockquote>
    </>
  );
}

/** A picture with its credit, and what each telling says of it. */
function ShownPicture({ picture, tellings }: { readonly picture: Picture; readonly tellings: readonly Telling[] }) {
  const { id, credit } = picture;
  return (
    <figure className={layout.stack2}>
      <PictureView
        picture={picture}
        alt=""
        sizes="(min-width: 560px) 360px, 92vw"
        missing={picturesStrings.missing}
        className={styles.picture}
      />
      <figcaption className={layout.lines}>
        {credit === '' ? null : <Hint>{credit}</Hint>}
        {tellings.map(({ pictures, ...telling }) => {
          const described = pictures.find((one) => one.id === id);
          return described === undefined ? null : (
            <p key={nameTelling(telling)}>
              {tellingStrings.describedIn(nameTelling(telling))}{' '}
              <span {...writtenIn(telling.language)}>{described.description}</span>
            </p>
          );
        })}
      </figcaption>
    </figure>
  );
}
