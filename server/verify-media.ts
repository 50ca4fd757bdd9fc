import { runAsProcess } from './tools/tool.ts';
import { verifyStored } from './tools/verify-media-command.ts';

/** `npm run verify-media [-- FOLDER]`: compares every stored file with the database. */
await runAsProcess(verifyStored);
