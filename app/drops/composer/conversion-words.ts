import { dropStrings } from '../drop-words.ts';
import type { Conversion } from './composition.ts';
import { converterStrings } from './converter-words.ts';

/** Returns the text beside a conversion's percentage: the received part of the converter, or the time left. */
export function detailOf({ download, remainingS }: Omit<Conversion, 'share'>): string | null {
  if (download === null) return remainingS === null ? null : dropStrings.remaining(remainingS);
  const { loadedBytes, totalBytes } = download;
  return totalBytes === null ? null : converterStrings.sent(loadedBytes, totalBytes);
}
