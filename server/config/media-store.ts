import { isIP } from 'node:net';
import type * as z from 'zod/mini';
import type { BucketEnvironment } from './environment.ts';
import type { Fault } from './faults.ts';

/** Maximum size of one request to a bucket. */
export const BUCKET_UPLOAD_MAX_BYTES = 5 * 2 ** 30;

/** The bucket for media, and the credentials for it. */
export interface MediaStoreConfig {
  /** Origin of the store; of the bucket, if that is in the host name. */
  readonly origin: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of our keys: empty, or with a trailing slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether addresses have the bucket in their path instead of their host name. */
  readonly pathStyle: boolean;
  /** Whether listeners are redirected to the bucket instead of being served through this server. */
  readonly redirects: boolean;
}

/**
 * Combines the settings of the bucket. Returns null without a bucket, and the faults if the settings don't fit
 * together.
 */
export function readBucket(values: z.output<typeof BucketEnvironment>): MediaStoreConfig | null | readonly Fault[] {
  if (values.MEDIA_STORE === undefined) {
    const fault = { name: 'MEDIA_REDIRECT', message: 'got 1 without MEDIA_STORE' };
    return values.MEDIA_REDIRECT === '1' ? [fault] : null;
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT, S3_REGION } = values;
  const [bucket = '', ...path] = values.MEDIA_STORE.slice('s3://'.length)
    .split('/')
    .filter((part) => part !== '');
  // Amazon requires the host name; self-hosted stores rarely support it.
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
