import { SaxesParser } from 'saxes';
import type { ListedObject } from './object-store.ts';

/** A page of a list of objects. */
export interface S3Listing {
  readonly objects: readonly ListedObject[];
  /** Token for requesting the next page; null after the last one. */
  readonly next: string | null;
}

/** Parses an answer to ListObjectsV2. @throws Error if it isn't one */
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
  // We request URL-encoded keys, because XML can't represent some characters; not every store encodes them.
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
