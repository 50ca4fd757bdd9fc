import { testBigFiles } from '../support/soak/big-files.ts';

testBigFiles(60);
testBigFiles(10);
