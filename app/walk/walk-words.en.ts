import { formatDayOfYear } from '../ui/number-words.ts';
import type { WalkWords } from './walk-words.ts';

export const english = {
  walkStrings: {
    start: 'Start the walk',
    goOn: ({ heard, all, otherDayMs }: { heard: number; all: number; otherDayMs: number | null }) =>
      `Continue the walk ${otherDayMs === null ? '' : `of ${formatDayOfYear(otherDayMs)} `}(${heard}\u00a0of\u00a0${all})`,
    restart: 'Restart from the beginning',
    restartShort: 'Restart',
    restartTitle: 'Restart the walk?',
    restartHint: 'All the map’s stories are to be heard again, as on the first day.',
    restartConfirm: 'Restart',
    progress: (heard: number, all: number) => `${heard} of ${all}`,
    progressOf: 'stories heard',
    onSite: 'on site',
    onSiteHint: 'The place nearest to you is chosen by itself.',
    autoplay: 'Autoplay',
    autoplayHint: 'Its story starts without a touch of the screen.',
    walking: 'On a walk',
    listening: 'Listening',
    walkingNowhere: 'Get closer to a place',
    noPosition: 'Position unknown',
    stop: 'End the walk',
    lookupFailed: 'The nearest place couldn’t be looked for.',
    next: (name: string, away: string) => `Next in ${away}: ${name}`,
    nextHere: (name: string) => `Next, here: ${name}`,
    placeGone: (name: string) => `“${name}” has just been deleted: its story stops.`,
  },
  unfinishedStrings: {
    title: (count: number) => `To finish (${count})`,
    list: 'Stories to finish',
    resume: (name: string) => `Resume ${name}`,
    dismiss: (name: string) => `Don’t resume ${name}`,
    at: (time: string) => `stopped at ${time}`,
  },
} satisfies WalkWords;
