import { backup } from './tools/backup-command.ts';
import { runAsProcess } from './tools/tool.ts';

/** `npm run backup -- DIR`: backs up the data to a new folder below DIR. */
await runAsProcess(backup);
