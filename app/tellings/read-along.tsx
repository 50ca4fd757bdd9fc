import { Play, TextCursorInput } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Picked } from '../../contracts/pick-telling.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { type Cue, readWebVtt } from '../../contracts/web-vtt.ts';
import { matchesMedia } from '../platform/page/device.ts';
import { watchSizes } from '../platform/page/element-observers.ts';
import { runInSlices } from '../platform/page/time-slices.ts';
import { inScope, Scope } from '../platform/scope.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { shownLanguage } from '../ui/language.ts';
import { useGrowingCount } from '../ui/use-growing-count.ts';
import { writtenIn } from '../ui/written-in.ts';
import { allowSound, listening, playPlace } from '../walk/listening.ts';
import { cueAt } from './cues.ts';
import styles from './read-along.module.css';
import { tellingStrings as words } from './tellings-words.ts';

/** Number of cues in a group, which is rendered as one. */
const GROUP_SIZE = 50;
/** Groups that are added at a time: a frame's work on a slow phone. */
const GROUPS_AT_ONCE = 2;
const NO_CUES: readonly Cue[] = [];
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * What is said, cue by cue: the current one is marked, and kept in sight once the person follows it; a cue plays from its
 * beginning. One cue is a tab stop, from which arrow keys lead to the others.
 *
 * @param found the cue that a search found, by its beginning in milliseconds, with a number that changes when it is asked for
 *   again
 * @param onChoose chooses the version that the page shows, if another one is heard: a cue of it, which begins at `atMs`, can't
 *   play before
 * @param isAlone the page has nothing above to read, so that the person follows from the beginning
 */
export function ReadAlong({
  placeId,
  transcript,
  found,
  isAlone,
  onChoose,
}: {
  readonly placeId: PlaceId;
  readonly transcript: NonNullable<Picked['transcript']>;
  readonly found: { readonly atMs: number | null; readonly requests: number };
  readonly isAlone: boolean;
  readonly onChoose: ((atMs: number) => void) | null;
}) {
  const { vtt, language } = transcript;
  const cues = useCues(vtt);
  const { walk, audio } = useSnapshot(listening);
  const isOurs = walk.selected === placeId && onChoose === null;
  const isPlaying = isOurs && audio.phase === 'playing';
  const hasBegun = isOurs && (isPlaying || audio.positionS > 0);
  const current = hasBegun ? cueAt(cues, 1000 * audio.positionS) : -1;
  const foundCue = found.atMs === null ? -1 : cueAt(cues, found.atMs);
  /** Null before the person has followed for the first time. */
  const [following, setFollowing] = useState<boolean | null>(isAlone ? true : null);
  const follows = following === true;
  const [tabStop, setTabStop] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const groupCount = Math.ceil(cues.length / GROUP_SIZE);
  const shownCount = useShownGroups(groupCount, [foundCue, current]);

  /** The found cue while it has to stay in sight: until the person scrolls, or plays. */
  const held = useRef(-1);
  const follow = (): void => {
    held.current = -1;
    setFollowing(true);
  };
  useStopByScroll(root, () => {
    held.current = -1;
    setFollowing((now) => (now === null ? null : false));
  });
  useEffect(() => {
    if (follows && isPlaying && current !== -1) showCue(root.current, current, 'smooth');
  }, [follows, isPlaying, current]);
  // Last, because the found cue is shown instead of the current one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request shows the cue again.
  useEffect(() => {
    if (foundCue === -1) return;
    setFollowing((now) => (now === null ? null : false));
    setTabStop(foundCue);
    held.current = foundCue;
    showCue(root.current, foundCue, 'auto');
  }, [foundCue, found.requests]);
  // The groups above it arrive later, and get their true heights. Not all browsers keep in place what is in sight then.
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    return inScope((scope) => watchSizes(scope, [element], () => showCue(element, held.current, 'auto')));
  }, []);

  const playFrom = (index: number): void => {
    const cue = cues[index];
    if (cue === undefined) return;
    setTabStop(index);
    if (onChoose !== null) {
      onChoose(cue.startMs);
      return;
    }
    follow();
    playPlace(placeId, cue.startMs / 1000);
    // The story may have to be loaded, after the tap's permission to play sound has expired.
    allowSound();
  };
  const handleClick = ({ target }: MouseEvent): void => {
    const index = indexOf(target);
    if (index !== -1) playFrom(index);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const from = indexOf(event.target);
    const to = from === -1 ? undefined : nextCue(event.key, from, cues.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    setTabStop(to);
    held.current = -1;
    cueElement(root.current, to)?.focus();
  };

  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are pressed; one listener serves thousands. */}
      <div ref={root} {...writtenIn(language)} className={styles.cues} onClick={handleClick} onKeyDown={handleKey}>
        {Array.from({ length: groupCount }, (_, group) => {
          const from = group * GROUP_SIZE;
          const inGroup = (index: number): number => (Math.floor(index / GROUP_SIZE) === group ? index : -1);
          return (
            <Group
              // biome-ignore lint/suspicious/noArrayIndexKey: the cues of one transcript don't move.
              key={group}
              cues={cues}
              from={from}
              isShown={shownCount(group)}
              current={inGroup(current)}
              tabStop={inGroup(tabStop)}
              found={inGroup(foundCue)}
              isHeard={onChoose === null}
            />
          );
        })}
      </div>
      {isPlaying && !follows && (
        <div className={styles.back}>
          <Button variant="secondary" icon={<TextCursorInput size={18} aria-hidden />} onClick={follow}>
            {following === null ? words.follow : words.backToReading}
          </Button>
        </div>
      )}
    </div>
  );
}

const Group = memo(function Group({
  cues,
  from,
  isShown,
  current,
  tabStop,
  found,
  isHeard,
}: {
  readonly cues: readonly Cue[];
  readonly from: number;
  /** Otherwise only its height is there, approximately. */
  readonly isShown: boolean;
  /** Index of the current cue, or of the tab stop, or of the found cue; -1 if it is in another group. */
  readonly current: number;
  readonly tabStop: number;
  readonly found: number;
  readonly isHeard: boolean;
}) {
  const shown = isShown ? cues.slice(from, from + GROUP_SIZE) : [];
  return (
    <div className={classNames(styles.group, !isShown && styles.later)}>
      {shown.map(({ text, voice }, at) => {
        const index = from + at;
        return (
          <div key={index}>
            {voice !== undefined && voice !== cues[index - 1]?.voice && <p className={styles.voice}>{voice}</p>}
            <button
              type="button"
              data-cue={index}
              tabIndex={index === tabStop ? 0 : -1}
              aria-current={index === current || undefined}
              className={classNames(styles.cue, index === found && styles.found)}
            >
              {keepSigns(text)}
              {index === found && (
                <span className={styles.from} lang={shownLanguage()} dir="ltr">
                  <Play size={14} aria-hidden /> {isHeard ? words.playFromHere : words.chooseVersion}
                </span>
              )}
            </button>
          </div>
        );
      })}
    </div>
  );
});

/** Keeps the signs that French separates by a space in the line of their word. */
function keepSigns(text: string): string {
  return text.replace(/ (?=[?!:;»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

/** Returns the cues of a file; none until all of them are read. */
function useCues(vtt: string): readonly Cue[] {
  const [read, setRead] = useState<{ readonly vtt: string; readonly cues: readonly Cue[] } | null>(null);
  useEffect(
    () =>
      inScope((scope) => {
        runInSlices(readWebVtt(vtt), scope.signal()).then(
          ({ cues }) => setRead({ vtt, cues }),
          // Another transcript has taken its place.
          () => {},
        );
      }),
    [vtt],
  );
  return read?.vtt === vtt ? read.cues : NO_CUES;
}

/** Returns whether a group is shown: the first ones and those around the `wanted` cues at once, the others bit by bit. */
function useShownGroups(count: number, wanted: readonly number[]): (group: number) => boolean {
  const shown = useGrowingCount(count, GROUPS_AT_ONCE);
  const isNear = (group: number, index: number): boolean => Math.abs(group - Math.floor(index / GROUP_SIZE)) <= 1;
  return (group) => group < shown || wanted.some((index) => isNear(group, index));
}

/** Calls `onScroll` when the person scrolls what contains `root`, by touch, wheel, keys or the scroll bar. */
function useStopByScroll(root: { readonly current: HTMLElement | null }, onScroll: () => void): void {
  const latest = useRef(onScroll);
  useEffect(() => {
    latest.current = onScroll;
  });
  useEffect(() => {
    const box = scrollerOf(root.current);
    if (box === null) return;
    const scope = new Scope();
    const stop = (): void => latest.current();
    for (const type of ['wheel', 'touchmove']) scope.listen(box, type, stop, { passive: true });
    scope.listen<PointerEvent>(box, 'pointerdown', ({ target }) => {
      if (target === box) stop();
    });
    scope.listen<globalThis.KeyboardEvent>(box, 'keydown', ({ key }) => {
      if (/^(Page|Arrow|Home$|End$)/.test(key)) stop();
    });
    return () => scope.dispose();
  }, [root]);
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  let at = element?.parentElement ?? null;
  while (at !== null && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
  return at;
}

function cueElement(root: HTMLElement | null, index: number): HTMLElement | null {
  return root?.querySelector(`[data-cue="${index}"]`) ?? null;
}

function showCue(root: HTMLElement | null, index: number, behavior: ScrollBehavior): void {
  const isReduced = matchesMedia(REDUCED_MOTION);
  cueElement(root, index)?.scrollIntoView({ block: 'center', behavior: isReduced ? 'auto' : behavior });
}

function indexOf(target: EventTarget): number {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-cue]') : null;
  return button === null ? -1 : Number(button.dataset.cue);
}

/** Returns the cue that a key leads to; undefined for other keys. */
function nextCue(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(from + 1, last);
  if (key === 'ArrowUp') return Math.max(from - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
