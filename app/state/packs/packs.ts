import { proxy } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';

/** Why a download stopped. */
export type PackFailure =
  | 'offline'
  /** The device has no room left. */
  | 'full'
  /** The server failed, or sent something else than it should have. */
  | 'server'
  /** This browser has no storage for packs, or refuses it (private windows). */
  | 'unsupported';

/** What is known of the pack of one parcours. */
export interface PackView {
  /** Of the download: `none` where nothing was begun, or what was begun is whole. */
  phase: 'none' | 'waiting' | 'downloading' | 'paused' | 'failed';
  /** A whole pack is on this device: 'Disponible hors ligne', also during an update of it. */
  isWhole: boolean;
  /** The server has another version: 'Mise à jour disponible'. */
  hasUpdate: boolean;
  /** A file of the whole pack turned out to be damaged or gone; a download repairs it. */
  isDamaged: boolean;
  /** Of the version that is or would be downloaded; null until known. */
  bytes: number | null;
  files: number | null;
  /** How many of them are on this device already. */
  bytesHere: number;
  filesHere: number;
  failure: PackFailure | null;
}

/** The packs of the person's parcours. Changed only by the functions of this folder. */
export const packs = proxy<{
  byMap: Record<ParcoursId, PackView>;
  /** Bytes of all kept files, each counted once. */
  bytes: number;
  /** What the device grants this site, and what of it is in use; null where the browser doesn't tell. */
  grant: { quotaBytes: number; usedBytes: number } | null;
  /** Whether the browser keeps what is stored until somebody removes it; null while unknown. */
  isPersisted: boolean | null;
}>({ byMap: {}, bytes: 0, grant: null, isPersisted: null });

/** What a check of a whole pack found. */
export interface PackCheck {
  readonly audio: { readonly whole: number; readonly all: number };
  /** Null if the server has no map for packs. */
  readonly hasMap: boolean | null;
  /** No file is damaged or gone. */
  readonly isWhole: boolean;
}

/** Asks the server for the size of a pack, and whether it has another version. Never rejects. */
export async function lookUpPack(mapId: ParcoursId): Promise<void> {
  await Promise.resolve(mapId);
}

/** Downloads a pack or its update, or goes on with one. Asks for persistent storage first. Never rejects. */
export async function downloadPack(mapId: ParcoursId): Promise<void> {
  await Promise.resolve(mapId);
}

/** Pauses a download; what is here stays. */
export function pausePack(mapId: ParcoursId): void {
  delete packs.byMap[mapId];
}

/** Removes a pack, whole or not, and the files that no other pack holds. Never rejects. */
export async function removePack(mapId: ParcoursId): Promise<void> {
  await Promise.resolve(mapId);
}

/** Removes all of this person's packs: for a logout, before the session ends. Never rejects. */
export async function removeAllPacks(): Promise<void> {
  packs.byMap = {};
  await Promise.resolve();
}

/** Reads every file of a whole pack and compares its SHA-256; null without a whole pack. */
export async function checkPack(mapId: ParcoursId): Promise<PackCheck | null> {
  await Promise.resolve(mapId);
  return null;
}

/** Asks the browser to keep what is stored for good; the answer is in {@link packs}. Never rejects. */
export async function askToPersist(): Promise<void> {}

/** The parcours whose pack is shown in the sheet; null while it is closed. */
export const packSheet = proxy<{ mapId: ParcoursId | null }>({ mapId: null });

/** Opens the sheet with a parcours' pack; null closes it. */
export function openPackSheet(mapId: ParcoursId | null): void {
  packSheet.mapId = mapId;
}
