/** Where the bucket is, and who we are there. */
export interface S3Settings {
  /** Origin of the store, as in `https://s3.example.org`; of the bucket, where that is not in the path. */
  readonly origin: string;
  readonly region: string;
  readonly bucket: string;
  /** What all keys begin with, as in `drop-ici/`; empty for none. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is the first part of the path, and not of the host name. */
  readonly pathStyle: boolean;
}

/** How long is waited, and how often tried. */
export interface S3Patience {
  /** Until a try is answered, and until a body goes on. */
  readonly answerMs: number;
  /** The same while we send a body: a store may write it to several disks before it answers. */
  readonly sendMs: number;
  readonly triesMax: number;
  /** Before the second try; four times as long before each next one. */
  readonly firstDelayMs: number;
  /** As in `watchStore`: twice as long without an answer to anything is a silence of the whole store. */
  readonly silentMs: number;
}

/** For people who wait: a store that answers nobody is given up after 4 s, one that refuses connections after 3 s. */
export const S3_PATIENCE: S3Patience = {
  answerMs: 10_000,
  sendMs: 60_000,
  triesMax: 4,
  firstDelayMs: 150,
  silentMs: 2000,
};

/** For an operator's command, which takes its time. */
export const S3_COMMAND_PATIENCE: S3Patience = { ...S3_PATIENCE, silentMs: 30_000 };

/** Address of an object, or of the bucket for an empty key. `key` has the prefix already. */
export function s3AddressOf(settings: S3Settings, key: string): URL {
  const path = key.split('/').map(encodeURIComponent).join('/');
  // The bucket's own address has no slash at its end: some stores leave it out of the signature.
  const parts =
    settings.pathStyle && path !== '' ? [settings.bucket, path] : [settings.pathStyle ? settings.bucket : path];
  return new URL(`${settings.origin}/${parts.join('/')}`);
}
