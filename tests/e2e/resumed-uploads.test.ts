import { PART_BYTES } from '../../app/platform/net/audio-upload.ts';
import { testResumedUploads } from '../support/soak/resumed-uploads.ts';

// Three parts, cut in the midst of the second; and two parts.
testResumedUploads({ cutMb: 20, cutAfterBytes: 1.5 * PART_BYTES, uncutMb: 9 });
