import { testBigFiles } from '../support/soak/big-files.ts';

testBigFiles(1, ['m4a']);
