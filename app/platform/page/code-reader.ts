import type { Scope } from '../scope.ts';
import { onHidden } from './page-events.ts';

/** Why no code can be read: the person or the system refuses the camera, there is none, or the browser reads no codes. */
export type CameraFault = 'refused' | 'missing' | 'unsupported';

/** The camera can't be used. */
export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly fault: CameraFault;

  constructor(fault: CameraFault, cause?: unknown) {
    super(`No camera: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** The part of the browser's `BarcodeDetector` that is used here (https://wicg.github.io/shape-detection-api). */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMAT = 'qr_code';

/** Pause between two looks at the picture: reading takes a phone some 30 ms. */
const LOOK_MS = 150;

/** Whether this browser reads QR codes, and has a way to a camera. */
export async function canReadCodes(): Promise<boolean> {
  // Undefined in insecure contexts, despite its type.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  try {
    return devices !== undefined && ((await findDetector()?.getSupportedFormats()) ?? []).includes(FORMAT);
  } catch {
    return false;
  }
}

interface ReaderListeners {
  /** Called with the text of each code in the picture, again and again while it is there. */
  readonly onText: (text: string) => void;
  /** The page was hidden, or the camera taken away. */
  readonly onEnd: () => void;
}

/**
 * Shows the camera's picture in `video`, and reads codes in it until `scope` is disposed, which owns the camera. It ends
 * when the page is hidden too.
 *
 * @throws CameraError, or an AbortError if `scope` is disposed meanwhile
 */
export async function readCodes(scope: Scope, video: HTMLVideoElement, listeners: ReaderListeners): Promise<void> {
  const Detector = findDetector();
  if (Detector === undefined || !(await canReadCodes())) throw new CameraError('unsupported');
  const stream = await openCamera();
  scope.add(() => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  });
  if (scope.disposed) throw new DOMException('The camera is no longer needed', 'AbortError');
  onHidden(scope, listeners.onEnd);
  for (const track of stream.getTracks()) scope.listen(track, 'ended', listeners.onEnd);
  video.srcObject = stream;
  // Not awaited: it is pending until the first frame, and rejects if the browser doesn't let it; then there is nothing to read.
  video.play().catch(() => {});
  const detector = new Detector({ formats: [FORMAT] });
  const look = async (): Promise<void> => {
    // A picture that can't be read, such as one before the first frame, is followed by others.
    const codes = await detector.detect(video).catch(() => []);
    if (scope.disposed) return;
    for (const { rawValue } of codes) listeners.onText(rawValue);
    scope.timeout(() => void look(), LOOK_MS);
  };
  void look();
}

function findDetector(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

async function openCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new CameraError(name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing', error);
  }
}
