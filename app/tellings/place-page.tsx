import { ExternalLink, Square, Volume2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { hostOf } from '../../contracts/link.ts';
import { type Fallback, fallbackOf, type Picked, type Said } from '../../contracts/pick-telling.ts';
import { plainText } from '../../contracts/plain-text.ts';
import type { TellingKey } from '../../contracts/telling.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { formatPlaceName } from '../places/place-words.ts';
import { hasVoice, speak, watchVoices } from '../platform/audio/speech.ts';
import { inScope, Scope } from '../platform/scope.ts';
import { Button } from '../ui/button.tsx';
import { DockedPanel } from '../ui/docked-panel.tsx';
import { langOf } from '../ui/language.ts';
import { OutsideLink } from '../ui/outside-link.tsx';
import { Prose } from '../ui/prose.tsx';
import { Sheet } from '../ui/sheet.tsx';
import typography from '../ui/typography.module.css';
import { writtenIn } from '../ui/written-in.ts';
import { listening, pauseStory } from '../walk/listening.ts';
import { chooseTelling } from './choice.ts';
import { closePage, openedPage, openPage } from './open-page.ts';
import { picked, pickIn } from './picked.ts';
import styles from './place-page.module.css';
import { ReadAlong } from './read-along.tsx';
import { describeFallback, tellingStrings as words } from './tellings-words.ts';
import { chooseTextSize, TEXT_SIZES, textSize } from './text-size.ts';
import { useDrafts } from './use-drafts.ts';

/**
 * The page of the place that is open, over a phone's screen or beside the map.
 *
 * @param renderPlayer the place's player, which stays at the bottom
 * @param renderPictures the place's pictures, at the top
 */
export function PlacePage({
  placeId,
  isDocked,
  renderPlayer,
  renderPictures,
}: {
  readonly placeId: PlaceId;
  readonly isDocked: boolean;
  readonly renderPlayer: (placeId: PlaceId) => ReactNode;
  readonly renderPictures: (pictures: Picked['pictures']) => ReactNode;
}) {
  const own = useSnapshot(picked).byId.get(placeId);
  const { version } = useSnapshot(openedPage);
  const said = version === null ? own : pickIn(placeId, version);
  const isInPlayer = useSnapshot(listening).walk.selected === placeId;
  useDrafts(placeId);
  if (own === undefined || said === undefined) return null;
  const name = formatPlaceName(said.name.text);
  const lang = langOf(said.name.language);
  // Beside the map, the map's own player is in sight.
  const hasPlayer = own.sound !== null && !(isDocked && isInPlayer);
  const foot = hasPlayer ? renderPlayer(placeId) : undefined;
  const content = <Content key={placeId} own={own} said={said} pictures={renderPictures(said.pictures)} />;
  if (isDocked) {
    return (
      <DockedPanel key={placeId} title={name} lang={lang} foot={foot} closesOnBack onClose={closePage}>
        {content}
      </DockedPanel>
    );
  }
  return (
    <Sheet isFull title={<span {...writtenIn(said.name.language)}>{name}</span>} foot={foot} onClose={closePage}>
      {content}
    </Sheet>
  );
}

function Content({
  own,
  said,
  pictures,
}: {
  /** As the walker hears and reads it. */
  readonly own: Picked;
  /** As it is shown. */
  readonly said: Picked;
  readonly pictures: ReactNode;
}) {
  const { atMs, version, requests } = useSnapshot(openedPage);
  const { chosen } = useSnapshot(textSize);
  const { text, link, transcript } = said;
  const headingId = useId();
  const isAlone = text === null && said.pictures.length === 0;
  return (
    <article className={styles.page} data-size={chosen}>
      {pictures}
      <div className={styles.top}>
        {version === null ? (
          <FallbackNote said={said} of="sound" />
        ) : (
          <OtherVersion own={own.wanted} version={version} />
        )}
        {text === null && transcript === null ? null : <SizeChoice />}
      </div>
      {text === null ? null : (
        <div className={styles.text}>
          <FallbackNote said={said} of="text" />
          <Prose text={text.text} lang={langOf(text.language)} />
          {said.sound === null && <Speech text={text} />}
        </div>
      )}
      {link === null ? null : (
        <OutsideLink className={styles.link} href={link} icon={<ExternalLink size={18} aria-hidden />}>
          {words.link} <span className={styles.host}>{hostOf(link)}</span>
        </OutsideLink>
      )}
      {transcript === null ? null : (
        <section aria-labelledby={headingId}>
          <header className={styles.heading}>
            <h3 id={headingId}>{words.transcript}</h3>
            <FallbackNote said={said} of="transcript" />
            {transcript.state === 'draft' && (
              <p className={styles.draft}>
                <span className={styles.chip}>{words.draft}</span> {words.draftHint}
              </p>
            )}
          </header>
          <ReadAlong
            placeId={said.id}
            transcript={transcript}
            found={{ atMs, requests }}
            isAlone={isAlone}
            onChoose={version === null ? null : chooseShown}
          />
        </section>
      )}
    </article>
  );
}

/** Says that the page is not in the walker's version, and offers to choose the one it is in. */
function OtherVersion({ own, version }: { readonly own: TellingKey; readonly version: TellingKey }) {
  const isOtherLanguage = version.language !== own.language;
  return (
    <p className={styles.speech}>
      <Button variant="secondary" onClick={() => chooseShown()}>
        {words.chooseVersion}
      </Button>
      <span className={typography.hint}>{describeFallback({ ...version, of: 'text', isOtherLanguage })}</span>
    </p>
  );
}

/** Makes the version that the page shows the walker's, and stays there. @param atMs at the cue that begins then */
function chooseShown(atMs = openedPage.atMs): void {
  const { placeId, version } = openedPage;
  if (placeId === null || version === null) return;
  chooseTelling(version);
  openPage(placeId, atMs);
}

/** In which other language or version a part of the page is; nothing if it is the wanted one. */
function FallbackNote({ said, of }: { readonly said: Picked; readonly of: Fallback['of'] }) {
  const fallback = fallbackOf(said, of);
  return fallback === null ? null : <p className={typography.hint}>{describeFallback(fallback)}</p>;
}

function SizeChoice() {
  const { chosen } = useSnapshot(textSize);
  return (
    <fieldset className={styles.sizes}>
      <legend className="visually-hidden">{words.textSize}</legend>
      {TEXT_SIZES.map((size) => (
        <label key={size} className={styles.size} data-size={size} title={words.sizes[size]}>
          <input
            type="radio"
            name="text-size"
            className="visually-hidden"
            checked={size === chosen}
            onChange={() => chooseTextSize(size)}
          />
          <span aria-hidden>A</span>
          <span className="visually-hidden">{words.sizes[size]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Reads a text without a sound with a voice of the platform, if that has one in its language. */
function Speech({ text: { text, language } }: { readonly text: Said }) {
  const [canSpeak, setCanSpeak] = useState(() => hasVoice(language));
  const [isSpeaking, setSpeaking] = useState(false);
  const spoken = useRef(new Scope());
  const { phase } = useSnapshot(listening).audio;
  const isStoryPlaying = phase === 'playing';
  const stop = (): void => {
    spoken.current.dispose();
    setSpeaking(false);
  };
  useEffect(() => inScope((scope) => watchVoices(scope, () => setCanSpeak(hasVoice(language)))), [language]);
  useEffect(() => () => spoken.current.dispose(), []);
  useEffect(() => {
    if (!isStoryPlaying) return;
    spoken.current.dispose();
    setSpeaking(false);
  }, [isStoryPlaying]);
  if (!canSpeak) return null;

  const start = (): void => {
    pauseStory();
    spoken.current = new Scope();
    setSpeaking(true);
    speak(spoken.current, plainText(text), language, () => setSpeaking(false));
  };
  return (
    <p className={styles.speech}>
      <Button
        variant="secondary"
        icon={isSpeaking ? <Square size={18} aria-hidden /> : <Volume2 size={18} aria-hidden />}
        onClick={isSpeaking ? stop : start}
      >
        {isSpeaking ? words.stopSpeaking : words.speak}
      </Button>
      <span className={typography.hint}>{words.synthetic}</span>
    </p>
  );
}
