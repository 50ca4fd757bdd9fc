import { testBigFiles } from '../support/soak/big-files.ts';

testBigFiles(2, ['m4a']);
