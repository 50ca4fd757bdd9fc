import { moveService } from './tools/move.ts';
import { runAsProcess } from './tools/tool.ts';

/** `npm run move`: takes a service to another database and a bucket. */
await runAsProcess(moveService);
