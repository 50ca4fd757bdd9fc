import { PART_BYTES } from '../../app/platform/net/audio-upload.ts';
import { testResumedUploads } from '../support/soak/resumed-uploads.ts';

// Of two parts, cut in the midst of the second.
testResumedUploads({ cutMb: 14, cutAfterBytes: 1.5 * PART_BYTES, uncutMb: 9, isShort: true });
