import { proxy, ref } from 'valtio';
import type { Position } from '../../contracts/geo.ts';
import type { GpxLine } from '../../contracts/imported-file.ts';
import type { Rehearsal, RehearsalSettings } from './rehearse.ts';

/** Paces that a rehearsal offers, in m/s: from a stroll to a bicycle. */
export const REHEARSAL_SPEED_MPS = { least: 0.8, usual: 1.3, walkersMost: 2, most: 5 } as const;

/** A value that is replaced as a whole. Not proxied: a recorded route has thousands of positions. */
type Whole<T extends object> = T & { $$valtioSnapshot: T };

/** A rehearsal, from opening its tool to closing it. */
export interface RehearsalState {
  isOpen: boolean;
  /** Clicks on the map extend the line. */
  isDrawing: boolean;
  /** The route; empty until there is one. A recorded route loses its noise once it is computed. */
  line: Whole<readonly Position[]>;
  /** When a recorded walker was at each position, in seconds from the first; null for a route without times. */
  timesS: Whole<readonly number[]> | null;
  /** Length of a recorded route with its noise; null for a route without times. */
  recordedM: number | null;
  /** A recorded route is walked at its recorded pace, with its pauses. */
  isAsRecorded: boolean;
  /** Name of the line in its file; null for an unnamed one, and for one drawn by hand. */
  name: string | null;
  /** All lines of that file; empty for a route drawn by hand. */
  lines: Whole<readonly GpxLine[]>;
  chosen: number;
  settings: RehearsalSettings;
  /** `too-short` and `too-long` routes are not walked. While `computing`, the last result stays. */
  status: 'empty' | 'too-short' | 'too-long' | 'computing' | 'ready' | 'failed';
  /** 0 until it is known. */
  lengthM: number;
  answer: Whole<Rehearsal> | null;
  isPlaying: boolean;
  /** The shown moment, in seconds from the start of the walk. */
  atS: number;
  /** Playback speed, as a factor; Infinity shows the end. */
  factor: number;
  /** Stories are played, at a factor of 1. */
  hasSound: boolean;
  /** Position of the simulated walker; null while there is none. Replaced as a whole. */
  walker: { readonly lng: number; readonly lat: number } | null;
}

/** The state while the tool is closed. */
export const CLOSED_REHEARSAL: RehearsalState = {
  isOpen: false,
  isDrawing: false,
  line: ref([]),
  timesS: null,
  recordedM: null,
  isAsRecorded: true,
  name: null,
  lines: ref([]),
  chosen: 0,
  settings: { speedMps: REHEARSAL_SPEED_MPS.usual, noiseM: 3, seed: 1 },
  status: 'empty',
  lengthM: 0,
  answer: null,
  isPlaying: false,
  atS: 0,
  factor: 20,
  hasSound: false,
  walker: null,
};

/** The rehearsal. Changed only by `rehearsal-tool.ts`, `route.ts` and `play-rehearsal.ts`. */
export const rehearsal = proxy<RehearsalState>({ ...CLOSED_REHEARSAL });

/** The part of the map that the rehearsal uses. */
export interface ShownMap {
  flyTo(centre: Position, zoom: number): void;
  showBox(box: readonly [Position, Position]): void;
  /** Returns the middle of the map, `[lng, lat]`. */
  readCentre(): Position;
}
