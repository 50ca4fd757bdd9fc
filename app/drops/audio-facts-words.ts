import { formatSize, formatTenths } from '../ui/number-words.ts';

/** The words for authors about the audio of their places. */
export const audioFacts = {
  label: 'À propos de cet audio',
  length: 'Durée\u00a0:',
  loudness: (lufs: number) => `${formatTenths(lufs).replace('-', '−')}\u00a0LUFS`,
  loudnessLabel: 'Niveau sonore\u00a0:',
  loudnessHelp:
    'Le niveau moyen de tout l’audio, tel qu’on l’entend (LUFS). Plus il est proche de zéro, plus c’est fort\u00a0: la voix d’un podcast est vers −16.',
  renditionReady: (bytes: number) => `Version légère prête (${formatSize(bytes)})`,
  renditionDue: 'Version légère pas encore prête',
  download: 'Télécharger l’original',
} as const;
