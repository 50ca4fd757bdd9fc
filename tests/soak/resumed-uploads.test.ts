import { testResumedUploads } from '../support/soak/resumed-uploads.ts';

testResumedUploads({ cutMb: 48, cutAfterBytes: 19_200_000, uncutMb: 48 });
