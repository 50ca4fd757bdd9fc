import { SaxesParser } from 'saxes';
import type { ListedObject } from './object-store.ts';

/** A part of a list. */
export interface S3Listing {
  readonly objects: readonly ListedObject[];
  /** With which the next part is asked for; null after the last one. */
  readonly next: string | null;
}

/** Reads the answer to ListObjectsV2. @throws Error where it is none */
export function parseListing(xml: string): S3Listing {
  const parser = new SaxesParser();
  const contents: Record<string, string>[] = [];
  const path: string[] = [];
  let fields: Record<string, string> = {};
  const list: Record<string, string> = {};
  let text = '';
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
    if (name === 'Contents') fields = {};
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    const parent = path.at(-1);
    if (name === 'Contents') contents.push(fields);
    else if (parent === 'Contents') fields[name] = text;
    else if (parent === 'ListBucketResult') list[name] = text;
    else if (parent === undefined && name !== 'ListBucketResult') throw new Error(`Expected a list, got ${name}`);
    text = '';
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  const next = list.IsTruncated === 'true' ? list.NextContinuationToken : undefined;
  // We ask for keys that are encoded as in an address, since XML has no form for some characters; not every store does so.
  const keyOf = list.EncodingType === 'url' ? decodeKey : (key: string) => key;
  return { objects: contents.map((fields) => listedObject(fields, keyOf)), next: next ?? null };
}

function listedObject({ Key: key, Size: bytes }: Record<string, string>, keyOf: (key: string) => string): ListedObject {
  if (key === undefined || !/^\d+$/.test(bytes ?? '')) throw new Error('Expected a key and a size in a list');
  return { key: keyOf(key), bytes: Number(bytes) };
}

function decodeKey(key: string): string {
  return decodeURIComponent(key.replaceAll('+', ' '));
}
