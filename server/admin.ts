import { admin } from './tools/admin-command.ts';
import { runAsProcess } from './tools/tool.ts';

/** `npm run admin`: commands for the server's operator. */
await runAsProcess(admin);
