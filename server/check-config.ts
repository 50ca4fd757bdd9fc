import { checkConfig } from './tools/check-config-command.ts';
import { runAsProcess } from './tools/tool.ts';

/** `npm run check-config [-- --mail ADDRESS]`: tests the server's settings and what they name, and changes nothing. */
await runAsProcess(checkConfig);
