import type { NumberWords } from './number-words.ts';

export const english = {
  decimal: '.',
  thousands: ',',
  megabytes: (number: string) => `${number}\u00a0MB`,
  gigabytes: (number: string) => `${number}\u00a0GB`,
  percent: (number: number) => `${number}%`,
  hours: (hours: number, minutes: number) => `${hours}\u00a0h ${minutes}\u00a0min`,
  within: (distance: string) => `less than ${distance}`,
  about: (distance: string) => `about ${distance}`,
  day: (text: string) => text,
} satisfies NumberWords;
