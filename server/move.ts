import { moveService } from './tools/move-command.ts';
import { runAsProcess } from './tools/tool.ts';

/** `npm run move`: moves a service to another database and a bucket. */
await runAsProcess(moveService);
