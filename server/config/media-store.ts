import { isIP } from 'node:net';
import type * as z from 'zod/mini';
import type { BucketEnvironment } from './environment.ts';
import type { Fault } from './faults.ts';

/** The most that a bucket takes at once. */
export const BUCKET_UPLOAD_MAX_BYTES = 5 * 2 ** 30;

/** The bucket that media are kept in, and who we are there. */
export interface MediaStoreConfig {
  /** Origin of the store; of the bucket, where that is not in the path. */
  readonly origin: string;
  readonly region: string;
  readonly bucket: string;
  /** What our keys begin with: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether addresses have the bucket in their path, and not in their host name. */
  readonly pathStyle: boolean;
  /** Whether listeners are sent to the bucket instead of getting what we read there. */
  readonly redirects: boolean;
}

/** Puts the settings of the bucket together. Returns null without a bucket, and their faults where they don't fit together. */
export function readBucket(values: z.output<typeof BucketEnvironment>): MediaStoreConfig | null | readonly Fault[] {
  if (values.MEDIA_STORE === undefined) {
    const fault = { name: 'MEDIA_REDIRECT', message: 'got 1 without MEDIA_STORE' };
    return values.MEDIA_REDIRECT === '1' ? [fault] : null;
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT, S3_REGION } = values;
  const [bucket = '', ...path] = values.MEDIA_STORE.slice('s3://'.length)
    .split('/')
    .filter((part) => part !== '');
  // Amazon wants the host name; a store of one's own has it seldom.
  const pathStyle = values.S3_PATH_STYLE === undefined ? S3_ENDPOINT !== undefined : values.S3_PATH_STYLE === '1';
  const endpoint = new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`);
  const faults: Fault[] = [];
  const missing = 'got nothing, expected the key for MEDIA_STORE';
  if (accessKeyId === undefined) faults.push({ name: 'AWS_ACCESS_KEY_ID', message: missing });
  if (secretAccessKey === undefined) faults.push({ name: 'AWS_SECRET_ACCESS_KEY', message: missing });
  if (!pathStyle && (isIP(endpoint.hostname) !== 0 || endpoint.hostname.startsWith('['))) {
    faults.push({ name: 'S3_PATH_STYLE', message: 'got 0, expected 1 where S3_ENDPOINT has an IP address' });
  }
  if (accessKeyId === undefined || secretAccessKey === undefined || faults.length > 0) return faults;
  if (!pathStyle) endpoint.hostname = `${bucket}.${endpoint.hostname}`;
  return {
    origin: endpoint.origin,
    region: S3_REGION,
    bucket,
    prefix: path.map((part) => `${part}/`).join(''),
    accessKeyId,
    secretAccessKey,
    pathStyle,
    redirects: values.MEDIA_REDIRECT === '1',
  };
}
