import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CallInput } from '../../../contracts/routes.ts';

/** How a response differs from that of an honest browser and authenticator. */
export interface Deviation {
  readonly origin?: string;
  /** Instead of that of the options. */
  readonly challenge?: string;
  readonly rpId?: string;
  readonly crossOrigin?: boolean;
  /** Whether the person showed a finger, their face or a code; true unless it says otherwise. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  /** Instead of its own. */
  readonly credentialId?: string;
  readonly userHandle?: string;
}

/** An authenticator with one passkey (ES256), and the browser before it. */
export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** What a browser returns from `create`. */
  create(options: unknown, deviation?: Deviation): CallInput<'addPasskey', Blob>['body'];
  /** What a browser returns from `get`. */
  get(options: unknown, deviation?: Deviation): CallInput<'loginWithPasskey', Blob>['body'];
}

/** The parts of WebAuthn's options that matter here. */
interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

const ORIGIN = 'http://localhost:3000';

// Flags of authenticator data (WebAuthn, 6.1).
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Creates an authenticator; its counter goes up with each use unless `counts` is false, as that of synced passkeys. */
export function createAuthenticator({ counts = true } = {}): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  let uses = 0;
  let userHandle = '';
  return {
    credentialId,

    create: (given, deviation = {}) => {
      const options = given as Options;
      userHandle = options.user?.id ?? '';
      const data = Buffer.concat([
        authenticatorData(options, HAS_CREDENTIAL, uses, deviation),
        Buffer.alloc(16),
        uint16(id.length),
        id,
        coseKey(publicKey),
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ]);
      return {
        id: deviation.credentialId ?? credentialId,
        response: {
          clientDataJSON: clientData('webauthn.create', options, deviation).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'made-up'],
        },
      };
    },

    get: (given, deviation = {}) => {
      const options = given as Options;
      if (counts) uses += 1;
      const data = authenticatorData(options, 0, uses, deviation);
      const client = clientData('webauthn.get', options, deviation);
      return {
        id: deviation.credentialId ?? credentialId,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: deviation.userHandle ?? userHandle,
        },
      };
    },
  };
}

function clientData(type: string, options: Options, { challenge, origin, crossOrigin = false }: Deviation): Buffer {
  const text = { type, challenge: challenge ?? options.challenge, origin: origin ?? ORIGIN, crossOrigin };
  return Buffer.from(JSON.stringify(text));
}

function authenticatorData({ rp, rpId }: Options, flags: number, uses: number, deviation: Deviation): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(deviation.counter ?? uses);
  const verified = deviation.isVerified === false ? 0 : USER_VERIFIED;
  return Buffer.concat([
    sha256(Buffer.from(deviation.rpId ?? rp?.id ?? rpId ?? '')),
    Buffer.from([USER_PRESENT | verified | flags]),
    count,
  ]);
}

/** A public key as COSE has it (RFC 9053): EC2, ES256, P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

/** A text of fewer than 24 bytes in CBOR (RFC 8949). */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** From 24 to 255 bytes in CBOR, in the shortest form, which the library counts on. */
function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
