import { testDamagedFiles } from '../support/soak/damaged-files.ts';
import { testDamagedHeaders } from '../support/soak/damaged-headers.ts';

testDamagedFiles(10_000);
testDamagedHeaders(20_000);
