/** The bucket's address and the credentials for it. */
export interface S3Settings {
  /** Origin of the store, as in `https://s3.example.org`; of the bucket, if that is in the host name. */
  readonly origin: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all keys, as in `drop-ici/`; empty for none. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is the first part of the path instead of the host name. */
  readonly pathStyle: boolean;
}

/** Time limits and number of retries. */
export interface S3Patience {
  /** For an attempt's answer, and for the next piece of a body. */
  readonly answerMs: number;
  /** The same while we send a body: a store may write it to several disks before it answers. */
  readonly sendMs: number;
  readonly triesMax: number;
  /** Before the second attempt; four times as long before each further one. */
  readonly firstDelayMs: number;
  /** As in `watchStore`: after twice this time without any answer the whole store counts as silent. */
  readonly silentMs: number;
}

/** For people who wait: a store that never answers is given up after 4 s, one that refuses connections after 3 s. */
export const S3_PATIENCE: S3Patience = {
  answerMs: 10_000,
  sendMs: 60_000,
  triesMax: 4,
  firstDelayMs: 150,
  silentMs: 2000,
};

/** For an operator's command, which may take its time. */
export const S3_COMMAND_PATIENCE: S3Patience = { ...S3_PATIENCE, silentMs: 30_000 };

/** Address of an object, or of the bucket for an empty key. `key` includes the prefix. */
export function s3AddressOf(settings: S3Settings, key: string): URL {
  const path = key.split('/').map(encodeURIComponent).join('/');
  // The bucket's own address has no trailing slash, because some stores leave that out of the signature.
  const parts =
    settings.pathStyle && path !== '' ? [settings.bucket, path] : [settings.pathStyle ? settings.bucket : path];
  return new URL(`${settings.origin}/${parts.join('/')}`);
}
